import type { EventView, Scene } from './api';

/** Events after which a scene doesn't follow from the one before. */
export const RESTARTING_EVENTS = ['game-dealt', 'took-back', 'table-opened', 'proposal-accepted', 'joined'];

/** Remembers the scene before the last seat's moves, so that the board can mark what they changed. */
export class LastTurn {
  base = $state.raw<Scene | null>(null);
  #latest: Scene | null = null;
  #seat = -1;

  /** Take over a new scene and the events that led to it. */
  update(events: readonly EventView[], scene: Scene | null): void {
    if (events.some(({ kind }) => RESTARTING_EVENTS.includes(kind))) this.base = this.#latest = null;
    for (const event of events) {
      if (event.kind !== 'moved') continue;
      if (event.seat !== this.#seat) this.base = this.#latest;
      this.#seat = event.seat;
    }
    this.#latest = scene;
  }

  /** Start with the first scene after the page was loaded. */
  start(events: readonly EventView[], scene: Scene | null): void {
    this.#seat = events.findLast((event) => event.kind === 'moved')?.seat ?? -1;
    this.#latest = scene;
  }

  /** Say which seat moved last before the page was loaded. */
  restoreSeat(seat: number): void {
    this.#seat = seat;
  }

  /** Supply the scene from before the page was loaded, unless a newer turn has begun. */
  restoreBase(scene: Scene): void {
    this.base ??= scene;
  }
}
