/** What a new scene stages once: things that fly, and secret choices that are revealed together. */
import type { Flight, Moment, Scene } from './api';
import { changedKeys } from './scene-diff';
import { preferences } from './preferences.svelte';

export const REVEAL_MS = 1300; // until everything of a moment has turned over
export const REVEAL_HOLD_MS = 1100; // to read it; the same at every pace
export const LEAVE_MS = 260;

/** How long a moment is staged. Without motion it stands as long as it would have taken. */
export function stageTime(): number {
  return REVEAL_MS * (preferences.pace || 1) + REVEAL_HOLD_MS;
}

export function newMoment(before: Scene, after: Scene): Moment | undefined {
  const old = new Set(before.moments?.map(({ key }) => key));
  return after.moments?.find(({ key }) => !old.has(key));
}

export function newFlights(before: Scene, after: Scene): Flight[] {
  const old = new Set(before.flights?.map(({ key }) => key));
  return (after.flights ?? []).filter(({ key }) => !old.has(key));
}

/** A place on the screen: a centre and a size, in pixels. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A token that the user has selected, as it looked then. */
export interface PickedToken {
  key: string;
  place: Place;
  copy: HTMLElement;
}

export interface Batch {
  flights: readonly Flight[];
  before: ReadonlyMap<string, Place>; // where the ends of the flights were before
  token?: PickedToken; // the user has played it
  tokenEnd?: string; // the shape it has become
}

/** What the layer that draws flights can tell about the screen. */
export interface Stagehand {
  locate(keys: Iterable<string>, scene: Scene): Map<string, Place>;
  pick(key: string): PickedToken | undefined;
}

export class Staging {
  batch = $state.raw<Batch | null>(null);
  moment = $state.raw<Moment | null>(null);
  stagehand: Stagehand | undefined;
  #picked: PickedToken | undefined;
  #staged = new Set<string>(); // keys of moments

  /** Take over a new scene, before the page shows it. Nothing is staged if it is `quiet`. */
  update(before: Scene | null, after: Scene | null, options: { quiet: boolean; isOwn: boolean }): void {
    const picked = this.#picked;
    if (options.isOwn) this.#picked = undefined;
    if (!after) return;
    if (before && !options.quiet) {
      const moment = newMoment(before, after);
      if (moment && !this.#staged.has(moment.key)) this.moment = moment;
      if (preferences.pace) this.#launch(before, after, options.isOwn ? picked : undefined);
    }
    for (const { key } of after.moments ?? []) this.#staged.add(key);
    if (this.moment && !after.moments?.some(({ key }) => key === this.moment!.key)) this.moment = null;
  }

  /** Remember how a token looks that is being played. */
  pick(key: string): void {
    const picked = preferences.pace ? this.stagehand?.pick(key) : undefined;
    if (picked) this.#picked = picked;
  }

  /** Copy a token outside the board. */
  copyToken(key: string): PickedToken | undefined {
    return this.stagehand?.pick(key);
  }

  /** Say that the picked token was carried somewhere else before it was played. */
  carry(dx: number, dy: number): void {
    if (!this.#picked) return;
    const { place } = this.#picked;
    this.#picked = { ...this.#picked, place: { ...place, x: place.x + dx, y: place.y + dy } };
  }

  #launch(before: Scene, after: Scene, picked: PickedToken | undefined): void {
    const flights = newFlights(before, after);
    const token =
      picked && countTokens(after, picked.key) < countTokens(before, picked.key) ? picked : undefined;
    const tokenEnd = token && appearedKey(before, after);
    if (!flights.length && !tokenEnd) return;
    const keys = flights.flatMap(({ start, end }) => (end ? [start, end] : [start]));
    this.batch = {
      flights,
      before: this.stagehand?.locate(keys, before) ?? new Map(),
      token: tokenEnd ? token : undefined,
      tokenEnd,
    };
  }
}

function countTokens(scene: Scene, key: string): number {
  const tokens = scene.panels.flatMap(({ rows }) => rows.flatMap((row) => row.tokens ?? []));
  return tokens.reduce((sum, token) => sum + (token.key === key ? (token.count ?? 1) : 0), 0);
}

/** Return the key of a piece or card that has appeared on the board. */
function appearedKey(before: Scene, after: Scene): string | undefined {
  const old = new Set(before.shapes.map(({ key }) => key));
  const changed = [...changedKeys(before, after)];
  return changed.find((key) => !old.has(key)) ?? changed[0];
}
