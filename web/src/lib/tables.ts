/** Opens tables and describes them in words. */
import {
  newRequestId,
  getCached,
  post,
  type TimeControl,
  type Frame,
  type GameInfo,
  type TableSummary,
  type NewSlot,
  type NewTable,
} from './api';
import { session } from './session.svelte';
import { messages } from './messages';

export const WAYS = ['bot', 'friend', 'anybody', 'device'] as const;
export type Against = (typeof WAYS)[number];

export function isWay(text: string | undefined): text is Against {
  return WAYS.some((way) => way === text);
}

export function games(): Promise<GameInfo[]> {
  return getCached<GameInfo[]>('games');
}

/** The option that says how many play, if there is one; else as many as there are seats. */
export function seatsOf(game: GameInfo, options: Record<string, unknown> = {}): number {
  const players = game.options.find(({ name }) => name === 'players');
  return players ? Number(options.players ?? players.default) : game.seat_names.length;
}

export function counts(game: GameInfo): [number, number] {
  const players = game.options.find(({ name }) => name === 'players');
  const all = players ? players.choices.map(Number) : [game.seat_names.length];
  return [Math.min(...all), Math.max(...all)];
}

export function placesFor(against: Against, seats: number, mine: number, level: string): NewSlot[] {
  return Array.from({ length: seats }, (_, seat): NewSlot => {
    if (seat === mine || against === 'device') return { who: 'me' };
    return against === 'bot' ? { who: 'bot', level } : { who: 'anybody' };
  });
}

let opening = false; // who clicks twice wants one table

export async function openTable(asked: Omit<NewTable, 'request'>): Promise<void> {
  if (opening) return;
  opening = true;
  try {
    await session.somebody();
    const frame = await post<Frame>('tables', { ...asked, request: newRequestId() });
    session.go(`/tables/${frame.table!.id}`);
  } finally {
    opening = false;
  }
}

export function clockInWords(clock: TimeControl | null | undefined): string {
  if (!clock) return '';
  if (clock.kind === 'move') return messages.perTurn(clock.seconds);
  if (clock.kind === 'game') return messages.fischer(Math.round(clock.seconds / 60), clock.increment ?? 0);
  return messages.correspondence(clock.days);
}

export function inWords({ terms }: Pick<TableSummary, 'terms'>): string {
  const best = (terms.best_of ?? 1) > 1 ? messages.bestOf(terms.best_of!) : '';
  return [clockInWords(terms.clock), best, terms.rated ? messages.rated : ''].filter(Boolean).join(' · ');
}

/** Who sits at a table and, once somebody has won a game, how many each. */
export function namesAt(table: TableSummary): string {
  const won = table.score?.some(Boolean) ? table.score : [];
  return table.places
    .map((place, number) => [place.player?.name ?? messages.emptySlot, won[number]].join(' ').trim())
    .join(' · ');
}
