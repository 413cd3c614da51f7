/** Who one is, how one likes the page, and where in it one is. */
import { get, post, ApiError, type NewUser, type User } from './api';
import type { Theme } from './paint';
import { messages } from './messages';

const dark = matchMedia('(prefers-color-scheme: dark)');

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // private windows may refuse
  }
}

class Session {
  me = $state<User | null>(null);
  known = $state(false); // whether we have asked who one is
  muted = $state(kept('muted') === 'yes');
  level = $state(kept('level') ?? 'casual');
  path = $state(location.pathname);
  #theme = $state<Theme>(dark.matches ? 'dark' : 'light');
  #arriving: Promise<User> | null = null;

  constructor() {
    const chosen = kept('theme');
    if (chosen === 'light' || chosen === 'dark') this.#theme = chosen;
    this.#show();
    dark.addEventListener('change', () => {
      if (!kept('theme')) {
        this.#theme = dark.matches ? 'dark' : 'light';
        this.#show();
      }
    });
    addEventListener('popstate', () => (this.path = location.pathname));
  }

  get theme(): Theme {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    keep('theme', theme);
    this.#show();
  }
  #show(): void {
    document.documentElement.dataset.theme = this.#theme;
  }

  mute(muted: boolean): void {
    this.muted = muted;
    keep('muted', muted ? 'yes' : 'no');
  }

  /** Whether this is one's first game of this kind, in this browser. */
  isNew(game: string): boolean {
    const known = (kept('games') ?? '').split(' ');
    if (known.includes(game)) return false;
    keep('games', [...known, game].join(' ').trim());
    return true;
  }

  prefer(level: string): void {
    this.level = level;
    keep('level', level);
  }

  go(path: string): void {
    if (path !== this.path) {
      history.pushState(null, '', path);
      this.path = path;
      scrollTo(0, 0);
    }
  }

  /** Who one is, if one has been here before. */
  async remember(): Promise<void> {
    if (kept('somebody')) await this.look();
  }

  async look(): Promise<void> {
    try {
      this.me = await get<User>('me');
      keep('somebody', 'yes');
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      this.me = null;
    }
    this.known = true;
  }

  /** Whoever plays needs a name; those who have none get one, and only one. */
  somebody(): Promise<User> {
    return (this.#arriving ??= this.#arrive().finally(() => (this.#arriving = null)));
  }
  async #arrive(): Promise<User> {
    if (!this.known) await this.look();
    if (!this.me) {
      await post<NewUser>('me', { name: anyName() });
      await this.look();
    }
    return this.me!;
  }
}

function anyName(): string {
  const any = (list: string[]) => list[Math.floor(Math.random() * list.length)];
  return `${any(messages.firstNames)} ${any(messages.secondNames)}`;
}

export const session = new Session();
