/** Small values of the wire, for tests. */
import type {
  EventView,
  GameInfo,
  LogEntry,
  Participant,
  Scene,
  Shape,
  Snapshot,
  TableInfo,
} from '../lib/api';

export function makeScene(parts: Partial<Scene> = {}): Scene {
  return { width: 10, height: 10, shapes: [], panels: [], prompt: '', targets: [], paths: [], ...parts };
}

export function makeSnapshot(parts: Partial<Snapshot> = {}): Snapshot {
  return { number: 1, status: 'playing', game: 0, seat: 0, to_act: [0], ...parts };
}

export function makeTable(players: (Participant | null)[], parts: Partial<TableInfo> = {}): TableInfo {
  const seats = players.map((_, slot) => slot);
  return {
    id: 't',
    config: { game: 'hex', options: {} },
    slots: players.map((player) => ({ player })),
    host: 'ann',
    games: [{ slots: seats, sha256: null }],
    ...parts,
  };
}

export function makeGame(parts: Partial<GameInfo> = {}): GameInfo {
  return {
    id: 'hex',
    title: 'Hex',
    designer: '',
    summary: '',
    tagline: '',
    facts: '',
    minutes: 10,
    weight: 1,
    has_cover: false,
    rules_version: '1',
    seat_names: ['red', 'blue'],
    seat_titles: ['Red', 'Blue'],
    imperfect_information: false,
    has_deal: false,
    options: [],
    bot_levels: [],
    ...parts,
  };
}

export function makePiece(key: string, label: string, style = 'piece seat-0'): Shape {
  return { shape: 'circle', key, label, style, x: 1, y: 1, radius: 1 };
}

type Moved = Extract<EventView, { kind: 'moved' }>;

/** Return the event of a move. By default, event and move have the same number, and every move is a turn. */
export function makeMoved(number: number, seat: number, parts: Partial<Moved> = {}): Moved {
  return { number, kind: 'moved', time: 0, game: 0, ply: number, turn: number, seat, ...parts };
}

export function makeEntry(ply: number, seat: number, text: string | null = null): LogEntry {
  return { ply, seat, turn: ply, text };
}

export const ANN: Participant = { name: 'Ann', user_id: 'ann' };
export const BOB: Participant = { name: 'Bob', user_id: 'bob' };
export const BOT: Participant = { name: 'club', bot_level: 'club' };
