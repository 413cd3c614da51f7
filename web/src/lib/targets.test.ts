import { describe, expect, it } from 'vitest';
import { choose, continuations, nearest } from './targets';

const paths = [
  { move: 'c4', targets: ['c4'] },
  { move: 'RB>G', targets: ['R', 'B', 'bank-G'] },
  { move: 'RB>G', targets: ['B', 'R', 'bank-G'] },
  { move: 'RB>Y', targets: ['R', 'B', 'bank-Y'] },
];

describe('choosing', () => {
  it('shows what goes on from what is chosen', () => {
    expect(continuations(paths, [])).toEqual(new Set(['c4', 'R', 'B']));
    expect(continuations(paths, ['R', 'B'])).toEqual(new Set(['bank-G', 'bank-Y']));
    expect(continuations(paths, ['B', 'R'])).toEqual(new Set(['bank-G']));
  });

  it('makes the move once its path is whole', () => {
    expect(choose(paths, [], 'c4')).toEqual({ chosen: [], move: 'c4' });
    expect(choose(paths, ['R', 'B'], 'bank-Y')).toEqual({ chosen: [], move: 'RB>Y' });
  });

  it('goes on, takes back, begins anew, or refuses', () => {
    expect(choose(paths, [], 'R')).toEqual({ chosen: ['R'] });
    expect(choose(paths, ['R'], 'R')).toEqual({ chosen: [] });
    expect(choose(paths, ['R', 'B'], 'c4')).toEqual({ chosen: [], move: 'c4' });
    expect(choose(paths, ['R'], 'bank-G')).toEqual({ chosen: ['R'], refused: true });
  });
});

describe('walking', () => {
  const places = [
    ['far', [10, 0]],
    ['near', [4, 1]],
    ['aside', [3, 5]],
    ['left', [-2, 0]],
  ] as const;

  it('goes to what lies nearest ahead', () => {
    expect(nearest([0, 0], places, 'right')).toBe('near');
    expect(nearest([0, 0], places, 'left')).toBe('left');
    expect(nearest([0, 0], places, 'down')).toBe('near');
    expect(nearest([0, 0], places, 'up')).toBeUndefined();
  });
});
