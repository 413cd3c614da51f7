import { describe, expect, it } from 'vitest';
import { nearest, nextTargets, selectTarget } from './targets';

const paths = [
  { move: 'c4', targets: ['c4'] },
  { move: 'RB>G', targets: ['R', 'B', 'bank-G'] },
  { move: 'RB>G', targets: ['B', 'R', 'bank-G'] },
  { move: 'RB>Y', targets: ['R', 'B', 'bank-Y'] },
];

describe('nextTargets', () => {
  it('returns what continues the selected targets', () => {
    expect(nextTargets(paths, [])).toEqual(new Set(['c4', 'R', 'B']));
    expect(nextTargets(paths, ['R', 'B'])).toEqual(new Set(['bank-G', 'bank-Y']));
    expect(nextTargets(paths, ['B', 'R'])).toEqual(new Set(['bank-G']));
  });
});

describe('selectTarget', () => {
  it('makes the move once its path is complete', () => {
    expect(selectTarget(paths, [], 'c4')).toEqual({ selected: [], move: 'c4' });
    expect(selectTarget(paths, ['R', 'B'], 'bank-Y')).toEqual({ selected: [], move: 'RB>Y' });
  });

  it('continues a path, deselects, starts a new path, or refuses', () => {
    expect(selectTarget(paths, [], 'R')).toEqual({ selected: ['R'] });
    expect(selectTarget(paths, ['R'], 'R')).toEqual({ selected: [] });
    expect(selectTarget(paths, ['R', 'B'], 'c4')).toEqual({ selected: [], move: 'c4' });
    expect(selectTarget(paths, ['R'], 'bank-G')).toEqual({ selected: ['R'], refused: true });
  });
});

describe('nearest', () => {
  const points = [
    ['far', [10, 0]],
    ['near', [4, 1]],
    ['aside', [3, 5]],
    ['left', [-2, 0]],
  ] as const;

  it('prefers what lies straight ahead', () => {
    expect(nearest([0, 0], points, 'right')).toBe('near');
    expect(nearest([0, 0], points, 'left')).toBe('left');
    expect(nearest([0, 0], points, 'down')).toBe('near');
    expect(nearest([0, 0], points, 'up')).toBeUndefined();
  });
});
