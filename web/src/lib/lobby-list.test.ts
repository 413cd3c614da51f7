import { describe, expect, it } from 'vitest';
import type { TableSummary } from './api';
import { listedAfter } from './lobby-list';

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
