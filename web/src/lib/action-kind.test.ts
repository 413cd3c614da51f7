import { describe, expect, it } from 'vitest';
import { makePiece, makeScene } from '../test/wire-values';
import { kindOfAction } from './action-kind';

const [a, b] = [makePiece('a', 'on c4'), makePiece('b', 'on d5')];
const cubes = (count: number) => ({
  key: 'hand',
  title: 'Hand',
  seat: 0,
  rows: [{ label: 'Cubes', tokens: [{ key: 'red', style: 'piece red', label: 'Red', count }] }],
});

describe('kindOfAction', () => {
  it('tells pieces that appeared, vanished or moved', () => {
    const one = makeScene({ shapes: [a] });
    const two = makeScene({ shapes: [a, b] });
    expect(kindOfAction(one, two)).toBe('place');
    expect(kindOfAction(two, one)).toBe('take');
    expect(kindOfAction(one, makeScene({ shapes: [{ ...a, x: 5 } as typeof a] }))).toBe('slide');
    expect(kindOfAction(one, one)).toBe('place');
  });

  it('tells what a seat gained', () => {
    expect(kindOfAction(makeScene({ panels: [cubes(1)] }), makeScene({ panels: [cubes(3)] }))).toBe('gain');
    expect(kindOfAction(makeScene({ panels: [cubes(3)] }), makeScene({ panels: [cubes(1)] }))).toBe('place');
  });

  it('tells a reveal', () => {
    const moments = [{ key: 'round-1', sentence: '', reveals: [] }];
    expect(kindOfAction(makeScene(), makeScene({ moments }))).toBe('reveal');
    expect(kindOfAction(makeScene({ moments }), makeScene({ moments, shapes: [a] }))).toBe('place');
  });
});
