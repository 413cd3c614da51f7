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
  return { number: 1, status: 'playing', game: 0, you: 0, to_act: [0], ...parts };
}

export function makeTable(players: (Participant | null)[], parts: Partial<TableInfo> = {}): TableInfo {
  const seats = players.map((_, slot) => slot);
  return {
    id: 't',
    terms: { game: 'hex', options: {} },
    places: players.map((player) => ({ player })),
    host: 'ann',
    games: [{ players: seats, sha256: null }],
    ...parts,
  };
}

export function makeGame(parts: Partial<GameInfo> = {}): GameInfo {
  return {
    id: 'hex',
    title: 'Hex',
    designer: '',
    summary: '',
    minutes: 10,
    rules_version: '1',
    seat_names: ['red', 'blue'],
    secrets: false,
    options: [],
    levels: [],
    ...parts,
  };
}

export function makePiece(key: string, label: string, style = 'piece seat-0'): Shape {
  return { shape: 'circle', key, label, style, x: 1, y: 1, radius: 1 };
}

export function makeMoved(number: number, seat: number, by: string | null = null): EventView {
  return { number, kind: 'moved', time: 0, seat, by };
}

export function makeEntry(number: number, seat: number, text: string | null = null): LogEntry {
  return { number, seat, turn: number, text };
}

export const ANN: Participant = { name: 'Ann', person: 'ann' };
export const BOB: Participant = { name: 'Bob', person: 'bob' };
export const BOT: Participant = { name: 'club', level: 'club' };
