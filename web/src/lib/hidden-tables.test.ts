import { beforeEach, expect, it } from 'vitest';
import type { TableSummary } from './api';
import { hideTable, tablesToContinue } from './hidden-tables';

const stored = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  },
});
beforeEach(() => stored.clear());

function table(id: string, parts: Partial<TableSummary> = {}): TableSummary {
  return { id, created: 1, status: 'playing', config: { game: 'any', options: {} }, slots: [], ...parts };
}
const ids = (tables: readonly TableSummary[]) => tables.map(({ id }) => id);

it('lists tables to go on with, where it is the user’s turn first', () => {
  const tables = [table('a'), table('b', { your_turn: true }), table('c', { status: 'over' })];
  expect(ids(tablesToContinue(tables))).toEqual(['b', 'a']);
});

it('leaves out tables that the user has removed', () => {
  hideTable('a');
  expect(ids(tablesToContinue([table('a'), table('b')]))).toEqual(['b']);
});

it('remembers a limited number, and ignores what somebody else has stored', () => {
  for (let number = 0; number < 300; number++) hideTable(`t${number}`);
  expect(ids(tablesToContinue([table('t0'), table('t299')]))).toEqual(['t0']);
  stored.set('hidden-tables', '{"a": 1}');
  expect(ids(tablesToContinue([table('a')]))).toEqual(['a']);
});
