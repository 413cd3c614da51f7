import { describe, expect, it } from 'vitest';
import { describeChange, pointChange } from './value-change';

function judged(before: number, after: number, better = '', loss: number | null = 0) {
  return { before, after, better, value_loss: loss };
}

describe('describeChange', () => {
  it('says what a mistake cost', () => {
    expect(describeChange(judged(0.5, 0.41, 'i8', 0.09))).toBe('gave away 9%');
  });

  it('takes the difference of the percentages that the chart shows', () => {
    const move = judged(0.504, 0.396, 'i8', 0.108);
    expect(pointChange(move)).toBe(-10);
    expect(describeChange(move)).toBe('gave away 10%');
  });

  it('never blames or praises the best move', () => {
    expect(describeChange(judged(0.5, 0.43))).toBe('turned out 7% worse than expected');
    expect(describeChange(judged(0.43, 0.5))).toBe('turned out 7% better than expected');
    expect(describeChange(judged(0.5, 0.501))).toBe('changed nothing');
  });

  it('leaves out what the choice of another seat at the same time cost', () => {
    expect(describeChange(judged(0.6, 0.2, 'attack', 0.05))).toBe('gave away 5%');
    expect(describeChange(judged(0.2, 0.6, 'attack', 0.05))).toBe('gave away 5%');
  });
});
