import { afterEach, describe, expect, it, vi } from 'vitest';
import { network } from './network.svelte';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the network', () => {
  it('is asked every few seconds while it is missing', async () => {
    vi.useFakeTimers();
    const answers = [
      () => Promise.reject(new TypeError()),
      () => Promise.resolve({ ok: false }),
      () => ({ ok: true }),
    ];
    const fetch = vi.fn(() => answers.shift()!());
    vi.stubGlobal('fetch', fetch);
    network.report(false);
    expect(network.isOffline).toBe(true);
    await vi.advanceTimersByTimeAsync(11_000);
    expect([fetch.mock.calls.length, network.isOffline]).toEqual([2, true]);
    await vi.advanceTimersByTimeAsync(6000);
    expect([fetch.mock.calls.length, network.isOffline]).toEqual([3, false]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetch).toHaveBeenCalledTimes(3);
  });
});
