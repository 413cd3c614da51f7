import { describe, expect, it } from 'vitest';
import { makePiece, makeScene } from '../test/wire-values';
import type { Shape } from './api';
import { baseShape, isDim, isEmptyPlace, isRound, isShown, placeShapes } from './scene-layout';

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
  it('outlines a group by its first shape, unless that is a text', () => {
    const stone = makePiece('stone', '');
    const group = (...shapes: Shape[]): Shape => ({ shape: 'group', key: 'group', x: 0, y: 0, shapes });
    expect(baseShape(group(stone, text))).toBe(stone);
    const labelled = group(text, stone);
    expect(baseShape(labelled)).toBe(labelled);
    expect(baseShape(stone)).toBe(stone);
  });
});

describe('isShown', () => {
  it('waits for one of the keys of a shape', () => {
    const hidden = { ...text, when: 'c4 piece-c4' };
    expect(isShown(text, '')).toBe(true);
    expect(isShown(hidden, '', undefined)).toBe(false);
    expect(isShown(hidden, '', 'piece-c4')).toBe(true);
    expect(isShown(hidden, 'c')).toBe(false);
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
