/** The user, their settings in this browser, and the current path. */
import { ApiError, get, post, type NewUser, type User } from './api';
import type { Theme } from './paint';
import { loadSetting, saveSetting } from './storage';
import { t } from './texts';

const NAME_CHOICES = 8; // for each word of a guest's name
const darkScheme = matchMedia('(prefers-color-scheme: dark)');

export class Session {
  user = $state<User | null>(null);
  muted = $state(loadSetting('muted') === 'yes');
  level = $state(loadSetting('level') ?? 'casual');
  path = $state(location.pathname);
  #theme = $state<Theme>(darkScheme.matches ? 'dark' : 'light');
  #isUserLoaded = false;
  #pendingUser: Promise<User> | null = null;

  constructor() {
    const saved = loadSetting('theme');
    if (saved === 'light' || saved === 'dark') this.#theme = saved;
    this.#applyTheme();
    darkScheme.addEventListener('change', () => {
      if (!loadSetting('theme')) {
        this.#theme = darkScheme.matches ? 'dark' : 'light';
        this.#applyTheme();
      }
    });
    addEventListener('popstate', () => (this.path = location.pathname));
  }

  get theme(): Theme {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    saveSetting('theme', theme);
    this.#applyTheme();
  }
  #applyTheme(): void {
    document.documentElement.dataset.theme = this.#theme;
  }

  setMuted(muted: boolean): void {
    this.muted = muted;
    saveSetting('muted', muted ? 'yes' : 'no');
  }

  setLevel(level: string): void {
    this.level = level;
    saveSetting('level', level);
  }

  /** Whether the user has sat at a table of this game in this browser. */
  hasPlayed(game: string): boolean {
    return (loadSetting('games') ?? '').split(' ').includes(game);
  }
  markPlayed(game: string): void {
    if (!this.hasPlayed(game)) saveSetting('games', `${loadSetting('games') ?? ''} ${game}`.trim());
  }

  navigate(path: string): void {
    if (path !== this.path) {
      history.pushState(null, '', path);
      this.path = path;
      scrollTo(0, 0);
    }
  }

  /** Load the user if this browser has been here before. A new visitor causes no request. */
  async restoreUser(): Promise<void> {
    if (loadSetting('hasUser')) await this.loadUser();
  }

  async loadUser(): Promise<void> {
    try {
      this.user = await get<User>('me');
      saveSetting('hasUser', 'yes');
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      this.user = null;
    }
    this.#isUserLoaded = true;
  }

  /** Return the user, or create a guest. Concurrent calls create one guest, not several. */
  ensureUser(): Promise<User> {
    return (this.#pendingUser ??= this.#loadOrCreateUser().finally(() => (this.#pendingUser = null)));
  }
  async #loadOrCreateUser(): Promise<User> {
    if (!this.#isUserLoaded) await this.loadUser();
    if (!this.user) {
      await post<NewUser>('me', { name: randomName() });
      await this.loadUser();
    }
    return this.user!;
  }
}

function randomName(): string {
  const pick = () => Math.floor(Math.random() * NAME_CHOICES);
  return t('guest-name', { first: pick(), second: pick() });
}

export const session = new Session();
