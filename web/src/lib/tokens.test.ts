import { describe, expect, it, test } from 'vitest';
import { countLeft, selectedTokens, artStyle, fanPlaces } from './tokens';

test('a fan closes up until all cards fit', () => {
  for (const count of [1, 2, 6, 15]) {
    const places = fanPlaces(count, 400, 92, 87, 2.4);
    expect(places).toHaveLength(count);
    expect(places.at(-1)!.x - places[0]!.x + 92).toBeLessThanOrEqual(400);
  }
  expect(fanPlaces(3, 400, 92, 87, 2.4).map(({ x }) => x)).toEqual([-87, 0, 87]);
});

test('a fan is an arc around its middle card', () => {
  const [left, middle, right] = fanPlaces(3, 400, 92, 87, 2.4);
  expect(middle).toEqual({ x: 0, y: 0, turn: 0 });
  expect([left!.turn, right!.turn]).toEqual([-2.4, 2.4]);
  expect(left!.y).toBe(right!.y);
  expect(left!.y).toBeGreaterThan(0);
});

test('a symbol takes the owner and the hue of its token', () => {
  expect(artStyle('piece red dim')).toBe('art red dim');
  expect(artStyle('card seat-1 strong dashed')).toBe('art seat-1');
});

describe('selected tokens', () => {
  const cube = { key: 'R', style: 'art red', label: 'red', count: 2 };
  const other = { key: 'G', style: 'art green', label: 'green', count: 1 };

  it('fill places in the order in which they were selected', () => {
    const tokens = { theme: 'light', targets: new Map(), inPanel: [cube, other] } as const;
    const filled = selectedTokens({ ...tokens, selected: ['G', 'R', 'elsewhere', 'R'] });
    expect(filled).toEqual([other, cube, cube]);
  });

  it('are missing from their pile', () => {
    expect(countLeft(cube, [])).toBe(2);
    expect(countLeft(cube, ['R', 'G'])).toBe(1);
    expect(countLeft(other, ['G', 'G'])).toBe(0);
    expect(countLeft({ ...cube, count: undefined }, [])).toBe(1);
  });
});
