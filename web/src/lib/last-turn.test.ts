import { describe, expect, it } from 'vitest';
import { makeMoved, makeScene } from '../test/wire-values';
import { LastTurn } from './last-turn.svelte';

const [first, second, third, fourth] = [1, 2, 3, 4].map((number) => makeScene({ prompt: String(number) }));

describe('LastTurn', () => {
  it('keeps the scene before the last seat began', () => {
    const turn = new LastTurn();
    turn.start([], first!);
    turn.update([makeMoved(1, 0)], second!);
    expect(turn.base).toBe(first);
    turn.update([makeMoved(2, 0)], third!);
    expect(turn.base).toBe(first);
    turn.update([makeMoved(3, 1)], fourth!);
    expect(turn.base).toBe(third);
  });

  it('marks nothing after a new deal or a take-back', () => {
    const turn = new LastTurn();
    turn.start([], first!);
    turn.update([makeMoved(1, 0)], second!);
    turn.update([{ number: 2, kind: 'took-back', time: 0, seat: 0 }], first!);
    expect(turn.base).toBeNull();
  });

  it('is not reset by chat', () => {
    const turn = new LastTurn();
    turn.start([], first!);
    turn.update([makeMoved(1, 0)], second!);
    turn.update([{ number: 2, kind: 'chat-sent', time: 0, text: '' }], second!);
    expect(turn.base).toBe(first);
  });

  it('takes up a turn from before the page was loaded, unless a newer one has begun', () => {
    const turn = new LastTurn();
    turn.start([makeMoved(1, 0)], second!);
    expect(turn.base).toBeNull();
    turn.restoreSeat(0);
    turn.restoreBase(first!);
    turn.update([makeMoved(2, 0)], third!);
    expect(turn.base).toBe(first);
    turn.update([makeMoved(3, 1)], fourth!);
    turn.restoreBase(first!);
    expect(turn.base).toBe(third);
  });
});
