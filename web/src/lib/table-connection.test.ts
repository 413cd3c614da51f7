import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, settle } from '../test/fake-server';
import { makeEntry, makeMoved, makeScene, makeSnapshot } from '../test/wire-values';
import { TableConnection } from './table-connection.svelte';

let server: FakeServer;
let connection: TableConnection;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server = new FakeServer();
  vi.stubGlobal('window', { setTimeout });
  connection = new TableConnection('t');
  connection.open();
  server.accept();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('TableConnection', () => {
  it('keeps the newest snapshot and every event once', () => {
    server.send({ now: makeSnapshot({ number: 1, scene: makeScene() }), events: [makeMoved(1, 0)] });
    server.send({ now: makeSnapshot({ number: 2 }), events: [makeMoved(1, 0), makeMoved(2, 1)] });
    expect(connection.snapshot?.number).toBe(2);
    expect(connection.scene).toBeNull();
    expect(connection.events.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('sends an unanswered request again after a break, with the same id', async () => {
    server.send({ now: makeSnapshot({ number: 5 }) });
    const answer = connection.request({ do: 'resign' });
    const [sent] = server.socket.sent;
    expect(sent).toMatchObject({ do: 'resign', after: 5 });
    expect(connection.hasPendingRequests).toBe(true);

    server.socket.close(1006);
    expect(connection.connected).toBe(false);
    vi.advanceTimersByTime(250);
    server.accept();
    expect(server.sockets).toHaveLength(2);
    expect(server.query.get('after')).toBe('5');
    expect(server.socket.sent).toEqual([sent]);

    server.send({ answers: [{ request: String(sent!.request), event: 6 }] });
    expect((await answer).event).toBe(6);
    expect(connection.hasPendingRequests).toBe(false);
    expect(connection.connected).toBe(true);
  });

  it('waits longer after each failed attempt', () => {
    server.socket.close(1006);
    vi.advanceTimersByTime(250);
    expect(server.sockets).toHaveLength(2);
    server.socket.close(1006);
    vi.advanceTimersByTime(499);
    expect(server.sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(server.sockets).toHaveLength(3);
  });

  it('gives up with the reason of the server if the table is not for the user', () => {
    server.send({ answers: [{ error: { code: 'not-found', sentence: 'No such table.' } }] });
    server.socket.close(4404, 'not-found');
    vi.advanceTimersByTime(10_000);
    expect(connection.fatalError?.message).toBe('No such table.');
    expect(server.sockets).toHaveLength(1);
  });

  it('views from another seat over a new socket and ignores the old one', () => {
    const old = server.socket;
    connection.viewFrom(1);
    expect(server.query.get('seat')).toBe('1');
    old.onmessage?.({ data: JSON.stringify({ time: 0, now: makeSnapshot({ number: 9 }) }) });
    expect(connection.snapshot).toBeNull();
    server.accept();
    void connection.request({ do: 'resign' });
    expect(server.socket.sent.at(-1)).toMatchObject({ seat: 1 });
  });

  it('forgets the moves that only the last viewer could see', async () => {
    vi.useRealTimers();
    server.send({ now: makeSnapshot() });
    const moves = [makeEntry(1, 0, 'moves'), makeEntry(2, 1, 'a secret')];
    server.responses.set('tables/t/games/0/log', { moves, known: 1, count: 2 });
    await connection.updateLog();
    expect(connection.moves).toEqual(moves);
    connection.viewFrom(1);
    expect(connection.moves).toEqual(moves.slice(0, 1));
  });

  it('drops a log that arrives after the viewer has changed', async () => {
    vi.useRealTimers();
    server.send({ now: makeSnapshot() });
    server.responses.set('tables/t/games/0/log', {
      moves: [makeEntry(1, 0, 'a secret')],
      known: 0,
      count: 1,
    });
    const update = connection.updateLog();
    await Promise.resolve();
    connection.viewFrom(1);
    await update;
    await settle();
    expect(connection.moves).toEqual([]);
  });
});
