import { describe, expect, it } from 'vitest';
import { makePiece, makeScene } from '../test/wire-values';
import type { Shape } from './api';
import {
  baseShape,
  isDim,
  isEmptyPlace,
  isRound,
  isShown,
  placeShapes,
  reaches,
  type PlacedShape,
} from './scene-layout';

const text: Shape = { shape: 'text', key: 'name', style: 'text', x: 0, y: 0, text: 'A', size: 1 };

describe('placeShapes', () => {
  it('adds up the offsets of nested groups', () => {
    const stone = makePiece('stone', '');
    const inner: Shape = { shape: 'group', key: 'inner', x: 1, y: 2, shapes: [stone] };
    const outer: Shape = { shape: 'group', key: 'outer', x: 10, y: 20, shapes: [inner] };
    const placed = placeShapes(makeScene({ shapes: [outer] }));
    expect([...placed.keys()]).toEqual(['outer', 'inner', 'stone']);
    expect(placed.get('outer')!.origin).toEqual([10, 20]);
    expect(placed.get('stone')!.origin).toEqual([11, 22]);
  });
});

describe('baseShape', () => {
  it('outlines a group by its first shape other than a text', () => {
    const stone = makePiece('stone', '');
    const group = (...shapes: Shape[]): Shape => ({ shape: 'group', key: 'group', x: 5, y: 5, shapes });
    expect(baseShape(group(stone, text))).toBe(stone);
    expect(baseShape(group(text, stone))).toBe(stone);
    expect(baseShape(group(text))).toMatchObject({ x: 0, y: 0, shapes: [text] });
    expect(baseShape(stone)).toBe(stone);
  });
});

describe('isShown', () => {
  it('waits for one of the keys of a shape', () => {
    const hidden = { ...text, when: 'c4 piece-c4' };
    expect(isShown(text, '')).toBe(true);
    expect(isShown(hidden, '')).toBe(false);
    expect(isShown(hidden, '', ['piece-c4'])).toBe(true);
    expect(isShown(hidden, '', ['piece-c4', 'd4'])).toBe(false);
    expect(isShown(hidden, 'c')).toBe(false);
  });

  it('waits for several keys that are selected together', () => {
    const dialled = { ...text, when: 'c4 tens-3+unit-4' };
    expect(isShown(dialled, '', ['tens-3'])).toBe(false);
    expect(isShown(dialled, '', ['tens-3', 'unit-4'])).toBe(true);
    expect(isShown(dialled, '', ['tens-3', 'unit-5'])).toBe(false);
    expect(isShown(dialled, 'unit-4', ['tens-2'])).toBe(false);
  });
});

describe('isRound', () => {
  it('is true for circles and for symbols without an outline of their own', () => {
    const art: Shape = { shape: 'art', key: 'a', style: 'art', symbol: 'any-thing', x: 0, y: 0, size: 2 };
    expect(isRound(makePiece('stone', ''))).toBe(true);
    expect(isRound(art)).toBe(true);
    expect(isRound(text)).toBe(false);
  });
});

describe('marks', () => {
  it('know empty places and dim targets by their style', () => {
    expect(isEmptyPlace(makePiece('spot', '', 'spot'))).toBe(true);
    expect(isEmptyPlace(makePiece('stone', ''))).toBe(false);
    expect(isDim(makePiece('stone', '', 'piece dim'))).toBe(true);
    expect(isDim(makePiece('stone', '', 'piece'))).toBe(false);
  });
});

describe('the area of a target', () => {
  const circle = (key: string, x: number, radius: number): PlacedShape => ({
    key,
    shape: { shape: 'circle', key, style: 'spot', x, y: 0, radius },
    origin: [0, 0],
  });

  it('is large enough to be hit', () => {
    expect(reaches([circle('a', 0, 1)], 5, 2).get('a')).toBe(4);
    expect(reaches([circle('a', 0, 6)], 5, 2).get('a')).toBe(2);
  });

  it('leaves its neighbours half of the way', () => {
    const near = reaches([circle('a', 0, 1), circle('b', 5, 1)], 5, 2);
    expect([...near.values()]).toEqual([1.5, 1.5]);
    const overlapping = reaches([circle('a', 0, 3), circle('b', 5, 3)], 5, 2);
    expect([...overlapping.values()]).toEqual([0, 0]);
  });
});
