/** Pure functions on the tables of the lobby. */
import type { Gallery, GalleryGame, Lobby, LobbyChange, Scene, TableSummary, User } from './api';
import { applySceneDiff, rememberScene } from './scene-memory';

/** A public game to watch. */
export interface WatchedGame extends Omit<GalleryGame, 'scene' | 'scene_diff'> {
  scene: Scene;
}

export const FRESH_MS = 15 * 60_000; // the host of an older table may be gone

/** Return the listed tables after a message about them: the whole list, or what has changed. */
export function listedAfter(
  known: readonly TableSummary[] | null,
  message: Partial<Lobby> | LobbyChange,
): readonly TableSummary[] | null {
  if ('tables' in message && message.tables) return message.tables;
  if (!known || !('version' in message)) return known; // an error that closes the socket
  const change = message as LobbyChange;
  const gone = new Set([...(change.removed ?? []), ...(change.changed ?? []).map(({ id }) => id)]);
  const tables = [...(change.changed ?? []), ...known.filter(({ id }) => !gone.has(id))];
  return tables.sort((one, other) => other.created - one.created);
}

/** Return the games to watch after a message about them: new ones have a scene, others may have a difference. */
export function watchedAfter(known: readonly WatchedGame[], message: Gallery): WatchedGame[] {
  const games = new Map(known.map((game) => [game.table.id, game]));
  for (const { scene, scene_diff: diff, ...game } of message.games) {
    const old = games.get(game.table.id);
    const now = scene ?? (diff && old && applySceneDiff(rememberScene(old.scene), diff).scene);
    if (now) games.set(game.table.id, { ...game, scene: now });
  }
  return message.shown.flatMap((id) => games.get(id) ?? []);
}

export function isSeated(table: TableSummary, userId: string | undefined): boolean {
  return !!userId && table.slots.some(({ player }) => player?.user_id === userId);
}

/** Whether a user could take a slot, if need be after opening an account. */
export function hasFreeSlot(table: TableSummary, user: User | null): boolean {
  return (
    !isSeated(table, user?.id) &&
    table.slots.some(
      ({ player, reserved_for: reserved }) => !player && (!reserved || reserved.user_id === user?.id),
    )
  );
}

/** Return the tables of a game at which somebody waits for a user, the newest first. */
export function waitingTables(
  tables: readonly TableSummary[],
  game: string,
  user: User | null,
  now: number,
): TableSummary[] {
  return tables
    .filter(
      (table) =>
        table.status === 'open' &&
        table.config.game === game &&
        (!table.config.rated || !!user?.account) &&
        table.created > now - FRESH_MS &&
        hasFreeSlot(table, user),
    )
    .sort((one, other) => other.created - one.created);
}

/** Count the different people who sit at tables. */
export function countPeople(tables: readonly TableSummary[]): number {
  return new Set(tables.flatMap(({ slots }) => slots.flatMap(({ player }) => player?.user_id ?? []))).size;
}

/** Which open tables to show. An empty text stands for all. */
export interface Filter {
  game: string;
  clock: string; // what the clock is called, as `clockOf` says
  isRated: boolean;
}

export function matches(
  table: TableSummary,
  filter: Filter,
  clockOf: (table: TableSummary) => string,
): boolean {
  return (
    (!filter.game || table.config.game === filter.game) &&
    (!filter.clock || clockOf(table) === filter.clock) &&
    (!filter.isRated || !!table.config.rated)
  );
}

export type Result = 'won' | 'lost' | 'drawn' | 'over';

/** Return how a finished table ended for a user. Nobody wins against themselves. */
export function resultFor(table: TableSummary, userId: string | undefined): Result {
  const isOwn = table.slots.map(({ player }) => !!userId && player?.user_id === userId);
  if (!isOwn.includes(true) || !isOwn.includes(false) || !table.score?.length) return 'over';
  const best = (own: boolean) => Math.max(...table.score!.filter((_, slot) => isOwn[slot] === own));
  const [mine, theirs] = [best(true), best(false)];
  return mine > theirs ? 'won' : mine < theirs ? 'lost' : 'drawn';
}
