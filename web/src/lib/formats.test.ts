import { expect, it } from 'vitest';
import { describeCount } from './formats';

it('counts rounds in a game that has them, and turns in others', () => {
  expect(describeCount({ turn: 20, round: 7 })).toBe('Round 7');
  expect(describeCount({ turn: 14 })).toBe('Turn 14');
});
