import { expect, test } from 'vitest';
import { artStyle, fanPlaces } from './tokens';

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
