import { describe, expect, it } from 'vitest';
import { makePiece, makeScene } from '../test/wire-values';
import type { TableSummary, User } from './api';
import {
  countPeople,
  FRESH_MS,
  listedAfter,
  matches,
  resultFor,
  waitingTables,
  watchedAfter,
} from './lobby-list';

function table(id: string, created: number): TableSummary {
  return { id, created, status: 'open', config: { game: 'any', options: {} }, slots: [] };
}

describe('listedAfter', () => {
  const known = [table('b', 2), table('a', 1)];

  it('replaces the list', () => {
    expect(listedAfter(known, { version: 'v', tables: [table('c', 3)] })).toEqual([table('c', 3)]);
  });

  it('adds, changes and removes tables, the newest first', () => {
    const changed = [table('c', 3), { ...table('a', 1), status: 'playing' as const }];
    const tables = listedAfter(known, { version: 'v', changed, removed: ['b'] });
    expect(tables?.map(({ id, status }) => `${id} ${status}`)).toEqual(['c open', 'a playing']);
  });

  it('keeps the list when the socket reports an error', () => {
    expect(listedAfter(known, {})).toBe(known);
  });
});

describe('watchedAfter', () => {
  const game = (id: string, parts = {}) => ({ table: table(id, 1), seating: [0, 1], turn: 1, ...parts });
  const first = watchedAfter([], {
    version: '1',
    shown: ['a', 'b'],
    games: [game('a', { scene: makeScene() }), game('b', { scene: makeScene() })],
  });

  it('takes new games with their scenes, in the order of the server', () => {
    expect(first.map(({ table: { id } }) => id)).toEqual(['a', 'b']);
  });

  it('applies differences, keeps what has not changed, and drops what has disappeared', () => {
    const piece = makePiece('p', 'a piece');
    const diff = { shapes: [piece] };
    const next = watchedAfter(first, {
      version: '2',
      shown: ['b'],
      games: [game('b', { turn: 2, scene_diff: diff })],
    });
    expect(next.map(({ table: { id }, turn }) => [id, turn])).toEqual([['b', 2]]);
    expect(next[0]!.scene.shapes).toEqual([piece]);
    expect(next[0]!.scene.width).toBe(makeScene().width);
  });

  it('ignores a difference to a scene that it does not have', () => {
    const message = { version: '2', shown: ['c'], games: [game('c', { scene_diff: { shapes: [] } })] };
    expect(watchedAfter(first, message)).toEqual([]);
  });
});

describe('waitingTables', () => {
  const ann: User = { id: 'ann', name: 'Ann' };
  const waiting = (parts: Partial<TableSummary> = {}): TableSummary => ({
    ...table('t', 1000),
    slots: [{ player: { name: 'Bob', user_id: 'bob' } }, {}],
    ...parts,
  });
  const found = (one: TableSummary, user = ann, now = 1000) => waitingTables([one], 'any', user, now).length;

  it('finds open tables of the game with a free slot', () => {
    expect(found(waiting())).toBe(1);
    expect(found(waiting({ status: 'playing' }))).toBe(0);
    expect(found(waiting({ config: { game: 'other', options: {} } }))).toBe(0);
    expect(found(waiting({ slots: [{ player: { name: 'Bob', user_id: 'bob' } }] }))).toBe(0);
  });

  it('leaves out own tables, slots for others, and those whose host may be gone', () => {
    expect(found(waiting(), { id: 'bob', name: 'Bob' })).toBe(0);
    expect(found(waiting({ slots: [{ reserved_for: { name: 'Cyd', user_id: 'cyd' } }] }))).toBe(0);
    expect(found(waiting({ slots: [{ reserved_for: { name: 'Ann', user_id: 'ann' } }] }))).toBe(1);
    expect(found(waiting(), ann, 1000 + FRESH_MS)).toBe(0);
  });

  it('finds rated tables for people with an account', () => {
    const rated = waiting({ config: { game: 'any', options: {}, rated: true } });
    expect(found(rated)).toBe(0);
    expect(found(rated, { ...ann, account: 'ann' })).toBe(1);
  });
});

describe('matches', () => {
  const rated = { ...table('t', 1), config: { game: 'any', options: {}, rated: true } };
  const all = { game: '', clock: '', isRated: false };
  const clockOf = () => 'no clock';

  it('filters by game, clock and rating', () => {
    expect(matches(rated, all, clockOf)).toBe(true);
    expect(matches(rated, { ...all, game: 'other' }, clockOf)).toBe(false);
    expect(matches(rated, { ...all, clock: 'no clock', isRated: true }, clockOf)).toBe(true);
    expect(matches(table('t', 1), { ...all, isRated: true }, clockOf)).toBe(false);
    expect(matches(rated, { ...all, clock: '5 minutes' }, clockOf)).toBe(false);
  });
});

describe('resultFor', () => {
  const slots = ['ann', 'bob'].map((id) => ({ player: { name: id, user_id: id } }));
  const result = (score: number[], user = 'ann') => resultFor({ ...table('t', 1), slots, score }, user);

  it('compares the user with the best of the others', () => {
    expect([result([1, 0]), result([1, 0], 'bob'), result([0, 0])]).toEqual(['won', 'lost', 'drawn']);
    expect([result([1, 0], 'cyd'), result([])]).toEqual(['over', 'over']);
  });
});

it('counts people once, and no bots', () => {
  const slots = [
    { player: { name: 'Ann', user_id: 'ann' } },
    { player: { name: 'club', bot_level: 'club' } },
  ];
  expect(countPeople([table('a', 1), table('b', 2)].map((one) => ({ ...one, slots })))).toBe(1);
});
