/** What a table means for one user: their seats, whose turn it is, and who plays where. Pure functions. */
import type { EventView, LogEntry, Panel, Participant, Scene, Snapshot, TableInfo } from './api';
import { placeShapes } from './scene-layout';
import type { Sound } from './sound';

/** Return the seats that the user plays. Friends who share a device play several with one user. */
export function ownSeats(snapshot: Snapshot | null): readonly number[] {
  if (snapshot?.seats?.length) return snapshot.seats;
  return snapshot?.seat != null ? [snapshot.seat] : [];
}

/** Whether the seat that the user views from is to act. */
export function isOwnTurn(snapshot: Snapshot | null): boolean {
  return (
    snapshot?.status === 'playing' && snapshot.seat != null && (snapshot.to_act ?? []).includes(snapshot.seat)
  );
}

/** Return the seat whose player has to take the shared device before anything secret may be shown, or null.
 *
 * `viewedSeat` is the seat whose player holds the device, once they have confirmed it.
 */
export function seatToPassTo(
  snapshot: Snapshot | null,
  hasSecrets: boolean,
  viewedSeat: number | null,
): number | null {
  const own = ownSeats(snapshot);
  if (!hasSecrets || snapshot?.status !== 'playing' || own.length < 2) return null;
  const able = (snapshot.to_act ?? []).filter((seat) => own.includes(seat));
  if (viewedSeat !== null && able.includes(viewedSeat)) return null;
  return able[0] ?? null;
}

/** Return the slot whose player has a seat in the current game. Slots stay; seats rotate from game to game. */
export function slotOf(table: TableInfo | null, seat: number): number {
  return table?.games?.at(-1)?.slots[seat] ?? seat;
}

export function participantIn(table: TableInfo | null, seat: number): Participant | undefined {
  return table?.slots[slotOf(table, seat)]?.player ?? undefined;
}

/** Return the people at a table by their ids, without the bots. */
export function peopleAt(table: TableInfo | null): Map<string, Participant> {
  const people = new Map<string, Participant>();
  for (const { player } of table?.slots ?? []) if (player?.user_id) people.set(player.user_id, player);
  return people;
}

/** Whether the user has another seat than in the previous game at this table. */
export function hasChangedSeat(table: TableInfo | null, snapshot: Snapshot | null): boolean {
  const previous = table?.games?.at(-2);
  if (!previous || snapshot?.seat == null || ownSeats(snapshot).length !== 1) return false;
  return previous.slots.indexOf(slotOf(table, snapshot.seat)) !== snapshot.seat;
}

/** Return the scene's panels, and an empty one for each seat that has none. */
export function panelsFor(scene: Scene | null, seatTitles: readonly string[]): Panel[] {
  const panels = scene?.panels ?? [];
  const missing = seatTitles.flatMap((title, seat) =>
    panels.some((panel) => panel.seat === seat) ? [] : [{ key: `seat-${seat}`, title, rows: [], seat }],
  );
  return [...panels, ...missing];
}

/** Return the style of each seat's pieces. */
export function pieceStyles(scene: Scene | null): string[] {
  const styles: string[] = [];
  for (const { seat, badge, style } of scene?.panels ?? []) {
    const pieceStyle =
      badge && 'style' in badge ? badge.style : style?.replace('panel', 'piece').replace(' strong', '');
    if (seat != null && pieceStyle) styles[seat] = pieceStyle;
  }
  return styles;
}

/** Return the seat at the near side of the table: the user's own, or else the first.
 *
 * Who plays several seats on one device always has the same one near, unless the scene hides secrets from the others.
 */
export function nearSeat(snapshot: Snapshot | null, hasSecrets: boolean): number {
  const own = ownSeats(snapshot);
  return own.length > 1 && !hasSecrets ? Math.min(...own) : (snapshot?.seat ?? 0);
}

/** Return the targets that need a button: those that are neither on the board nor among the tokens in sight. */
export function targetsWithoutShape(
  scene: Scene | null,
  targets: ReadonlyMap<string, string>,
  tokens: ReadonlySet<string>,
): [key: string, label: string][] {
  const shapes = scene ? placeShapes(scene) : new Map<string, unknown>();
  return [...targets].filter(([key]) => !shapes.has(key) && !tokens.has(key));
}

/** Return the moves of the current game, from the events at the table. Taken-back moves are left out. */
export function logOf(events: readonly EventView[], snapshot: Snapshot | null): LogEntry[] {
  let log: LogEntry[] = [];
  for (const event of events) {
    if (event.kind === 'table-opened' && snapshot?.game === 0) log = [...(event.log ?? [])];
    if (event.kind !== 'moved' || event.game !== snapshot?.game) continue;
    log = [...log.slice(0, event.ply - 1), event];
    for (const entry of event.reveals ?? []) log[entry.ply - 1] = entry;
  }
  return log.slice(0, snapshot?.num_moves ?? 0);
}

/** Return the number of moves before the last seat's moves. */
export function lastTurnStart(moves: readonly LogEntry[]): number {
  const lastSeat = moves.at(-1)?.seat;
  return moves.findLastIndex(({ seat }) => seat !== lastSeat) + 1;
}

/** Return the sound for a new snapshot, or null.
 *
 * A turn sounds only if the user may be looking elsewhere: the page is hidden, or they wait for another person.
 */
export function soundFor(
  before: Snapshot,
  after: Snapshot,
  events: readonly EventView[],
  user: { id: string | undefined; mayBeAway: boolean },
): Sound | null {
  const moves = events.filter((event) => event.kind === 'moved');
  const own = ownSeats(after);
  if (after.outcome && !before.outcome) return 'end';
  if (moves.some(({ seat, by }) => own.includes(seat) && by === user.id)) return 'move';
  if (user.mayBeAway && isOwnTurn(after) && !(before.to_act ?? []).includes(after.seat!)) return 'turn';
  return moves.length ? 'other' : null;
}
