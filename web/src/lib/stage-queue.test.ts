import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OWN_MS, STEP_MS, StageQueue, TURN_MS } from './stage-queue.svelte';

let shown: string[];
let skipped: string[];
let pace: number;
let queue: StageQueue<string>;

beforeEach(() => {
  vi.useFakeTimers();
  [shown, skipped, pace] = [[], [], 1];
  queue = new StageQueue(
    (step, isSkipped) => {
      shown.push(step);
      if (isSkipped) skipped.push(step);
    },
    () => pace,
  );
});
afterEach(() => {
  vi.useRealTimers();
});

describe('StageQueue', () => {
  it('shows a step at once if nothing happened lately', () => {
    queue.add('a');
    expect(shown).toEqual(['a']);
    vi.advanceTimersByTime(STEP_MS);
    queue.add('b');
    expect(shown).toEqual(['a', 'b']);
    expect(queue.length).toBe(0);
  });

  it('lets each step be seen before the next', () => {
    for (const step of 'abc') queue.add(step);
    expect(shown).toEqual(['a']);
    expect(queue.length).toBe(2);
    vi.advanceTimersByTime(STEP_MS - 1);
    expect(shown).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(['a', 'b']);
    vi.advanceTimersByTime(STEP_MS);
    expect(shown).toEqual(['a', 'b', 'c']);
    expect(queue.length).toBe(0);
  });

  it('shows a long turn in a limited time', () => {
    for (let step = 0; step < 30; step++) queue.add(String(step));
    vi.advanceTimersByTime(TURN_MS + 200);
    expect(shown.length).toBe(30);
  });

  it('hurries if steps keep coming', () => {
    for (let step = 0; step < 30; step++) {
      queue.add(String(step));
      vi.advanceTimersByTime(200);
    }
    vi.advanceTimersByTime(TURN_MS / 2);
    expect(shown.length).toBe(30);
  });

  it('follows the pace', () => {
    pace = 2;
    queue.add('a');
    queue.add('b');
    vi.advanceTimersByTime(2 * STEP_MS - 1);
    expect(shown).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(['a', 'b']);
  });

  it('never waits without motion', () => {
    pace = 0;
    for (const step of 'abc') queue.add(step);
    expect(shown).toEqual(['a', 'b', 'c']);
    expect(skipped).toEqual([]);
  });

  it('shows own steps at once and keeps the order', () => {
    for (const step of 'abc') queue.add(step);
    queue.showNow('own', OWN_MS);
    expect(shown).toEqual(['a', 'b', 'c', 'own']);
    expect(skipped).toEqual(['b', 'c']);
    queue.add('d');
    expect(shown).toEqual(['a', 'b', 'c', 'own']);
    vi.advanceTimersByTime(OWN_MS);
    expect(shown.at(-1)).toBe('d');
  });

  it('skips to the newest step', () => {
    for (const step of 'abcd') queue.add(step);
    queue.skip();
    expect(shown).toEqual(['a', 'b', 'c', 'd']);
    expect(skipped).toEqual(['b', 'c']);
    expect(queue.length).toBe(0);
    vi.advanceTimersByTime(TURN_MS);
    expect(shown.length).toBe(4);
  });

  it('keeps a stage for its whole time, however many wait, unless the reader goes on', () => {
    queue.add('stage', 2400);
    for (const step of 'abcdefghijkl') queue.add(step);
    vi.advanceTimersByTime(2399);
    expect(shown).toEqual(['stage']);
    queue.next();
    expect(shown).toEqual(['stage', 'a']);
    expect(queue.length).toBe(11);
  });

  it('lets waiting steps be amended', () => {
    expect(queue.amendLast((step) => `${step}!`)).toBe(false);
    for (const step of 'abc') queue.add(step);
    expect(queue.amendLast((step) => `${step}!`)).toBe(true);
    queue.amendAll((step) => `${step}?`);
    queue.skip();
    expect(shown).toEqual(['a', 'b?', 'c!?']);
  });
});
