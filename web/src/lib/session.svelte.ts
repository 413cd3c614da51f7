/** The user, what this browser remembers of them, and the current path. */
import { ApiError, get, post, type NewUser, type User } from './api';
import type { Theme } from './paint';
import { preferences } from './preferences.svelte';
import { setReviewOwner } from './saved-reviews';
import { loadJson, loadSetting, removeSetting, saveSetting } from './storage';
import { t } from './texts';

const NAME_CHOICES = 8; // for each word of a guest's name
const DEFAULT_LEVEL = 'casual';

export class Session {
  user = $state<User | null>(null);
  #levels = $state(loadLevels());
  path = $state(location.pathname);
  dialog = $state<'preferences' | 'shortcuts' | null>(null); // above every page
  #isUserLoaded = false;
  #pendingUser: Promise<User> | null = null;

  constructor() {
    addEventListener('popstate', () => (this.path = location.pathname));
  }

  get theme(): Theme {
    return preferences.theme;
  }

  /** Return the level of bots that the user chose last for this game in this browser. */
  levelOf(game: string): string {
    return this.#levels[game] ?? DEFAULT_LEVEL;
  }
  setLevel(game: string, level: string): void {
    this.#levels = { ...this.#levels, [game]: level };
    saveSetting('levels', JSON.stringify(this.#levels));
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

  /** Whether this browser has been here before. */
  get isReturning(): boolean {
    return !!loadSetting('hasUser');
  }

  /** Load the user if this browser has been here before. A new visitor causes no request. */
  async restoreUser(): Promise<void> {
    if (this.isReturning) await this.loadUser();
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
    void setReviewOwner(this.user?.id ?? null);
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

/** Load the levels by game. A browser that kept one level for all games knows it for the games it has played. */
function loadLevels(): Record<string, string> {
  const common = loadSetting('level');
  const played = (loadSetting('games') ?? '').split(' ').filter(Boolean);
  const known = common ? Object.fromEntries(played.map((game) => [game, common])) : {};
  const levels = { ...known, ...loadJson('levels', isTextByKey, {}) };
  if (common) {
    saveSetting('levels', JSON.stringify(levels));
    removeSetting('level');
  }
  return levels;
}

function isTextByKey(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' && !!value && Object.values(value).every((text) => typeof text === 'string')
  );
}

function randomName(): string {
  const pick = () => Math.floor(Math.random() * NAME_CHOICES);
  return t('guest-name', { first: pick(), second: pick() });
}

export const session = new Session();
