/** Opens tables and describes them in words. */
import {
  getCached,
  newRequestId,
  post,
  type Frame,
  type GameInfo,
  type NewSlot,
  type NewTable,
  type Participant,
  type TableSummary,
  type TimeControl,
} from './api';
import { read, t } from './texts';
import { session } from './session.svelte';

export const OPPONENTS = ['bot', 'friend', 'anybody', 'device'] as const;
export type Opponent = (typeof OPPONENTS)[number];

export function isOpponent(text: string | undefined): text is Opponent {
  return OPPONENTS.some((opponent) => opponent === text);
}

/** Return all games, the one that is easiest to learn first. */
export async function loadGames(): Promise<GameInfo[]> {
  const games = await getCached<GameInfo[]>('games');
  return [...games].sort((one, other) => one.weight - other.weight || one.minutes - other.minutes);
}

/** Return the value of the option `players`. A game without this option always uses all its seats. */
export function seatCount(game: GameInfo, options: Record<string, unknown> = {}): number {
  const players = game.options.find(({ name }) => name === 'players');
  return players ? Number(options.players ?? players.default) : game.seat_names.length;
}

/** Return the smallest and the largest number of players. */
export function playerRange(game: GameInfo): [number, number] {
  const players = game.options.find(({ name }) => name === 'players');
  const counts = players ? players.choices.map(Number) : [game.seat_names.length];
  return [Math.min(...counts), Math.max(...counts)];
}

/** Describe how many people a game is for, as a phrase. */
export function describePlayerCount(game: GameInfo): string {
  const [least, most] = playerRange(game);
  return least === most ? t('player-count', { count: most }) : t('player-range', { least, most });
}

/** Return one of the seats at random. */
export function randomSeat(seats: number): number {
  return Math.floor(Math.random() * seats);
}

export function slotsFor(opponent: Opponent, seats: number, ownSeat: number, level: string): NewSlot[] {
  return Array.from({ length: seats }, (_, seat): NewSlot => {
    if (seat === ownSeat || opponent === 'device') return { who: 'me' };
    return opponent === 'bot' ? { who: 'bot', bot_level: level } : { who: 'anybody' };
  });
}

let isOpening = false; // a double click must open one table, not two

export async function openTable(table: Omit<NewTable, 'request'>): Promise<void> {
  if (isOpening) return;
  isOpening = true;
  try {
    goToTable(await createTable(table));
  } finally {
    isOpening = false;
  }
}

/** Open a table without going there, and return its id. */
export async function createTable(table: Omit<NewTable, 'request'>): Promise<string> {
  await session.ensureUser();
  const frame = await post<Frame>('tables', { ...table, request: newRequestId() });
  return frame.table!.id;
}

export function goToTable(id: string): void {
  session.navigate(`/tables/${id}`);
}

/** Take a slot of a table: this one, or any that is free. */
export async function sitDown(id: string, slot?: number): Promise<void> {
  await session.ensureUser();
  await post(`tables/${id}`, { do: 'sit', slot, request: newRequestId() });
}

/** Close a table that the user has just opened. The server refuses it if somebody has sat down. */
export async function closeNewTable(id: string): Promise<void> {
  await post(`tables/${id}`, { do: 'abort', last_seen: 1, request: newRequestId() }, true);
}

/** Open a table for oneself and bots of the level that the user chose last. */
export function playBots(game: GameInfo): Promise<void> {
  const slots = slotsFor('bot', seatCount(game), 0, session.levelOf(game.id));
  return openTable({ game: game.id, slots, listed: false });
}

export function describeTimeControl(clock: TimeControl | null | undefined): string {
  if (!clock) return '';
  if (clock.kind === 'per-turn') return t('seconds-per-turn', { seconds: clock.seconds });
  if (clock.kind === 'fischer') {
    const minutes = Math.round(clock.seconds / 60);
    return clock.increment
      ? t('minutes-and-seconds', { minutes, seconds: clock.increment })
      : t('minute-count', { count: minutes });
  }
  return t('days-per-turn', { days: clock.days });
}

export function describeConfig({ config }: Pick<TableSummary, 'config'>): string {
  const series = (config.best_of ?? 1) > 1 ? t('best-of', { count: config.best_of! }) : '';
  const rated = config.rated ? t('rated-mark') : '';
  return [describeTimeControl(config.clock), series, rated].filter(Boolean).join(' · ');
}

/** Describe the options that differ from the usual ones. */
export function describeOptions(game: GameInfo, chosen: Record<string, unknown> = {}): string[] {
  return game.options.flatMap((option) => {
    const value = chosen[option.name] ?? option.default;
    const title = option.choice_titles[option.choices.findIndex((choice) => choice === value)];
    if (value === option.default || option.name === 'players' || title === undefined) return [];
    return typeof value === 'string' ? read(title) : `${read(option.description)}: ${read(title)}`;
  });
}

/** List the players and, once somebody has won a game, how many games each has won. */
export function describePlayers(table: TableSummary): string {
  const wins = table.score?.some(Boolean) ? table.score : [];
  return table.slots
    .map((slot, number) =>
      [slot.player ? fullName(slot.player) : t('empty-slot'), wins[number]].join(' ').trim(),
    )
    .join(' · ');
}

/** List the other players. */
export function describeOpponents(table: TableSummary, ownId: string | undefined): string {
  const others = table.slots.filter(({ player }) => !player || player.user_id !== ownId);
  const names = others.map(({ player }) => {
    if (!player) return t('anybody');
    const level = player.bot_level;
    return level ? t('bot-opponent', { level: t('level-name', { level }) }) : fullName(player);
  });
  return names.length ? t('against', { players: names.join(' · ') }) : t('all-on-device');
}

/** Return a player's name, or which bot it is. */
export function playerName(player: Participant): string {
  const level = player.bot_level;
  return level ? t('bot-player', { level: t('level-name', { level }) }) : fullName(player);
}

/** Return a player's name and, if it differs, the name of the account, which nobody else can have. */
export function fullName({ name, account }: Participant): string {
  return account && account !== name ? `${name} (@${account})` : name;
}
