import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeGame } from '../test/wire-values';
import { ApiError, type TableSummary, type User } from './api';
import { Seek, SEEK_SECONDS, type SeekActions } from './seek.svelte';

const game = makeGame();
const user: User = { id: 'ann', name: 'Ann' };
const refusal = new ApiError({ code: 'not-now', message: 'no' }, 409);

function table(id: string, parts: Partial<TableSummary> = {}): TableSummary {
  return {
    id,
    created: Date.now(),
    status: 'open',
    config: { game: game.id, options: {} },
    slots: [{ player: { name: 'Bob', user_id: 'bob' } }, {}],
    ...parts,
  };
}

function setUp(actions: Partial<SeekActions> = {}) {
  const done: string[] = [];
  const seek = new Seek({
    ensureUser: async () => user,
    openTable: async () => 'own',
    closeTable: async (id) => void done.push(`close ${id}`),
    sit: async (id) => void done.push(`sit ${id}`),
    goTo: (id) => void done.push(`go ${id}`),
    playBots: async () => void done.push('bots'),
    ...actions,
  });
  return { seek, done };
}

describe('Seek', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sits down where somebody waits', async () => {
    const { seek, done } = setUp();
    await seek.start(game, [table('t')]);
    expect(done).toEqual(['sit t', 'go t']);
    expect(seek.phase).toBe('idle');
  });

  it('tries the next table if somebody was faster', async () => {
    const sit = vi.fn<SeekActions['sit']>().mockRejectedValueOnce(refusal).mockResolvedValue();
    const { seek, done } = setUp({ sit });
    await seek.start(game, [table('new', { created: Date.now() + 1 }), table('old')]);
    expect(sit.mock.calls.flat()).toEqual(['new', 'old']);
    expect(done).toEqual(['go old']);
  });

  it('opens a table if nobody waits, and offers a bot after a while', async () => {
    const { seek, done } = setUp();
    await seek.start(game, []);
    expect([seek.phase, seek.secondsLeft]).toEqual(['counting', SEEK_SECONDS]);
    vi.advanceTimersByTime(1000);
    expect(seek.secondsLeft).toBe(SEEK_SECONDS - 1);
    vi.advanceTimersByTime((SEEK_SECONDS - 1) * 1000);
    expect(seek.phase).toBe('asking');
    await seek.playBots();
    expect(done).toEqual(['close own', 'bots']);
  });

  it('goes to the table when somebody sits down, also while they prefer a person', async () => {
    const { seek, done } = setUp();
    await seek.start(game, []);
    seek.update([table('own')]);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(SEEK_SECONDS * 1000);
    seek.keepWaiting();
    expect(seek.phase).toBe('waiting');
    seek.update([table('own', { status: 'playing' })]);
    expect(done).toEqual(['go own']);
    expect(seek.phase).toBe('idle');
  });

  it('closes its table when it is cancelled', async () => {
    const { seek, done } = setUp();
    await seek.start(game, []);
    await seek.cancel();
    expect(done).toEqual(['close own']);
    vi.advanceTimersByTime(60_000);
    expect(seek.phase).toBe('idle');
  });

  it('plays with a person who sat down at the last moment', async () => {
    const { seek, done } = setUp({ closeTable: () => Promise.reject(refusal) });
    await seek.start(game, []);
    await seek.playBots();
    expect(done).toEqual(['go own']);
  });

  it('looks for one game at a time', async () => {
    const { seek, done } = setUp();
    const other = makeGame({ id: 'other' });
    await seek.start(game, []);
    await seek.start(other, []);
    expect(done).toEqual(['close own']);
    expect([seek.isFor(game), seek.isFor(other)]).toEqual([false, true]);
  });

  it('says why no table could be opened', async () => {
    const { seek } = setUp({ openTable: () => Promise.reject(refusal) });
    await seek.start(game, []);
    expect([seek.phase, seek.errorText]).toEqual(['idle', 'no']);
  });
});
