/** "Play now": sits down where somebody waits, or opens a table and offers a bot if nobody comes. */
import { ApiError, describeError, type GameInfo, type TableSummary, type User } from './api';
import { waitingTables } from './lobby-list';

export const SEEK_SECONDS = 20;

/** What a search does to the world. */
export interface SeekActions {
  ensureUser(): Promise<User>;
  openTable(game: GameInfo): Promise<string>; // listed; returns its id
  closeTable(id: string): Promise<void>; // refused if somebody has sat down
  sit(id: string): Promise<void>;
  goTo(id: string): void;
  playBots(game: GameInfo): Promise<void>;
}

/**
 * idle → starting → counting → asking ("nobody has come: a bot?") → waiting, for those who prefer a person.
 */
export type SeekPhase = 'idle' | 'starting' | 'counting' | 'asking' | 'waiting';

export class Seek {
  game = $state.raw<GameInfo | null>(null);
  phase = $state<SeekPhase>('idle');
  secondsLeft = $state(0);
  errorText = $state('');
  #table = '';
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(readonly actions: SeekActions) {}

  isFor(game: GameInfo): boolean {
    return this.phase !== 'idle' && this.game?.id === game.id;
  }

  async start(game: GameInfo, tables: readonly TableSummary[]): Promise<void> {
    if (this.phase === 'starting' || this.isFor(game)) return;
    if (!(await this.cancel())) return;
    this.game = game;
    this.phase = 'starting';
    this.errorText = '';
    try {
      const user = await this.actions.ensureUser();
      for (const { id } of waitingTables(tables, game.id, user, Date.now()))
        if (await this.#sitAt(id)) return this.#goTo(id);
      this.#table = await this.actions.openTable(game);
      this.secondsLeft = SEEK_SECONDS;
      this.phase = 'counting';
      this.#timer = setInterval(() => this.#tick(), 1000);
    } catch (error) {
      this.#stop();
      this.errorText = describeError(error);
    }
  }

  /** Return whether the slot was still free. */
  async #sitAt(id: string): Promise<boolean> {
    try {
      await this.actions.sit(id);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  #tick(): void {
    this.secondsLeft -= 1;
    if (this.secondsLeft > 0) return;
    clearInterval(this.#timer);
    this.phase = 'asking';
  }

  /** Take note of the listed tables: somebody may have sat down, and a moderator may have closed the table. */
  update(tables: readonly TableSummary[]): void {
    if (this.#table && tables.some(({ id, status }) => id === this.#table && status === 'playing'))
      this.#goTo(this.#table);
  }

  keepWaiting(): void {
    this.phase = 'waiting';
  }

  /** Give up. Return false if somebody has just sat down: then their game begins. */
  async cancel(): Promise<boolean> {
    const table = this.#table;
    this.#stop();
    if (!table) return true;
    try {
      await this.actions.closeTable(table);
      return true;
    } catch {
      this.#goTo(table);
      return false;
    }
  }

  async playBots(): Promise<void> {
    const game = this.game;
    if (!game || !(await this.cancel())) return;
    try {
      await this.actions.playBots(game);
    } catch (error) {
      this.errorText = describeError(error);
    }
  }

  /** The user leaves the lobby: nobody may sit down at an empty table. */
  leave(): void {
    const table = this.#table;
    this.#stop();
    if (table) void this.actions.closeTable(table).catch(() => {}); // then the game is among theirs
  }

  #goTo(id: string): void {
    this.#stop();
    this.actions.goTo(id);
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#table = '';
    this.phase = 'idle';
  }
}
