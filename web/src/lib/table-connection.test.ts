import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../test/fake-server';
import { makeEntry, makeMoved, makeScene, makeSnapshot } from '../test/wire-values';
import type { Snapshot } from './api';
import { STEP_MS } from './stage-queue.svelte';
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
    expect(sent).toMatchObject({ do: 'resign', last_seen: 5 });
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
    server.send({ answers: [{ error: { code: 'not-found', message: 'No such table.' } }] });
    server.socket.close(4404, 'not-found');
    vi.advanceTimersByTime(10_000);
    expect(connection.fatalError?.message).toBe('No such table.');
    expect(server.sockets).toHaveLength(1);
  });

  it('says that a damaged table is a failure of the server', () => {
    server.send({ answers: [{ error: { code: 'table-damaged', message: "This table can't be read." } }] });
    server.socket.close(4500, 'table-damaged');
    vi.advanceTimersByTime(10_000);
    expect(connection.fatalError?.message).toBe("This table can't be read.");
    expect(connection.fatalError?.status).toBe(500);
    expect(server.sockets).toHaveLength(1);
  });

  it('views from another seat over the open socket', () => {
    server.send({ now: makeSnapshot({ number: 1 }) });
    connection.viewFrom(1);
    expect(server.sockets).toHaveLength(1);
    expect(server.socket.sent.at(-1)).toMatchObject({ do: 'view', seat: 1 });
    void connection.request({ do: 'resign' });
    expect(server.socket.sent.at(-1)).toMatchObject({ do: 'resign', seat: 1 });
  });

  it('asks for the view again after a break', () => {
    server.send({ now: makeSnapshot({ number: 1 }) });
    server.socket.close(1006);
    connection.viewFrom(1);
    vi.advanceTimersByTime(250);
    server.accept();
    expect(server.query.get('seat')).toBe('1');
    expect(server.socket.sent.at(-1)).toMatchObject({ do: 'view', seat: 1 });
  });

  it('hides the moves of this turn until the new view has arrived', () => {
    const events = [makeMoved(1, 0, { text: 'moves' }), makeMoved(2, 1, { text: 'a secret' })];
    server.send({ now: makeSnapshot({ number: 2, num_moves: 2 }), events });
    expect(connection.moves.map(({ text }) => text)).toEqual(['moves', 'a secret']);
    connection.viewFrom(0);
    expect(connection.moves.map(({ text }) => text)).toEqual(['moves']);

    const request = String(server.socket.sent.at(-1)!.request);
    const now = makeSnapshot({ number: 2, num_moves: 2 });
    server.send({ now, events: [makeMoved(2, 1)], answers: [{ request, event: 2 }] });
    expect(connection.moves.map(({ text }) => text)).toEqual(['moves', undefined]);
  });

  it('keeps the moves of the current game in a log, without those taken back', () => {
    const events = [makeMoved(1, 0, { text: 'first' }), makeMoved(2, 1, { text: 'second' })];
    server.send({ now: makeSnapshot({ number: 2, num_moves: 2 }), events });
    server.send({
      now: makeSnapshot({ number: 3, num_moves: 1 }),
      events: [{ kind: 'took-back', number: 3, time: 0, seat: 1 }],
    });
    expect(connection.moves.map(({ text }) => text)).toEqual(['first']);
    server.send({
      now: makeSnapshot({ number: 4, num_moves: 2 }),
      events: [makeMoved(4, 1, { ply: 2, text: 'another' })],
    });
    expect(connection.moves.map(({ text }) => text)).toEqual(['first', 'another']);
  });

  it('shows a hidden move once a later one reveals it', () => {
    server.send({ now: makeSnapshot({ number: 1, num_moves: 1 }), events: [makeMoved(1, 0)] });
    expect(connection.moves[0]!.text).toBeUndefined();
    const reveals = [makeEntry(1, 0, 'programs 12')];
    server.send({ now: makeSnapshot({ number: 2, num_moves: 2 }), events: [makeMoved(2, 1, { reveals })] });
    expect(connection.moves[0]!.text).toBe('programs 12');
  });
});

describe('the moves of others', () => {
  const clocks = (remaining: number) => ({ remaining_ms: [remaining, 0], running: [0] });
  const numbers = () => [connection.snapshot?.number, connection.scene?.prompt, connection.events.length];

  function sendMove(number: number, seat = 1, more: Partial<Snapshot> = {}, by = 'bot'): void {
    server.send({
      now: makeSnapshot({ number, scene_diff: { prompt: `after ${number}` }, ...more }),
      events: [makeMoved(number, seat, { by })],
    });
  }

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('window', { setTimeout });
    connection.isOwn = ({ by }) => by === 'ann';
    server.send({ now: makeSnapshot({ number: 1, scene: makeScene() }), events: [makeMoved(1, 0)] });
    for (const number of [2, 3, 4]) sendMove(number);
  });

  it('are shown one after the other, each with its own scene', () => {
    expect(numbers()).toEqual([2, 'after 2', 2]);
    expect(connection.isBehind).toBe(true);
    vi.advanceTimersByTime(STEP_MS);
    expect(numbers()).toEqual([3, 'after 3', 3]);
    vi.advanceTimersByTime(STEP_MS);
    expect(numbers()).toEqual([4, 'after 4', 4]);
    expect(connection.isBehind).toBe(false);
  });

  it('never keep the clocks from running', () => {
    sendMove(5, 1, { clocks: clocks(5000) });
    expect(connection.snapshot).toMatchObject({ number: 2, clocks: clocks(5000) });
    vi.advanceTimersByTime(STEP_MS);
    expect(connection.snapshot).toMatchObject({ number: 3, clocks: clocks(5000) });
  });

  it('are skipped when the user acts', () => {
    void connection.request({ do: 'resign' });
    expect(numbers()).toEqual([4, 'after 4', 4]);
    expect(server.socket.sent.at(-1)).toMatchObject({ last_seen: 4 });
  });

  it('don’t delay the user’s own', () => {
    sendMove(5, 0, {}, 'ann');
    expect(numbers()).toEqual([5, 'after 5', 5]);
    sendMove(6);
    expect(connection.isBehind).toBe(true);
  });

  it('are skipped by a take-back, a new game and a break of the connection', () => {
    server.send({
      now: makeSnapshot({ number: 5 }),
      events: [{ number: 5, kind: 'took-back', time: 0, seat: 1 }],
    });
    expect(numbers()).toEqual([5, undefined, 5]);
    sendMove(6, 1, { scene: makeScene(), scene_diff: undefined });
    sendMove(7);
    server.send({
      now: makeSnapshot({ number: 8, game: 1 }),
      events: [{ number: 8, kind: 'game-dealt', time: 0 }],
    });
    expect(connection.snapshot?.number).toBe(8);
    sendMove(9);
    sendMove(10);
    server.socket.close(1006);
    vi.advanceTimersByTime(250);
    server.accept();
    sendMove(11);
    expect(connection.snapshot?.number).toBe(11);
    expect(connection.isBehind).toBe(false);
  });

  it('wait for nothing while the page is hidden', () => {
    vi.stubGlobal('document', { hidden: true });
    sendMove(5);
    expect(numbers()).toEqual([5, 'after 5', 5]);
  });

  it('take along what is said meanwhile', () => {
    server.send({
      now: makeSnapshot({ number: 5, scene_diff: {} }),
      events: [{ number: 5, kind: 'chat-sent', time: 0, text: 'Hello' }],
    });
    expect(numbers()).toEqual([2, 'after 2', 2]);
    vi.advanceTimersByTime(2 * STEP_MS);
    expect(numbers()).toEqual([5, 'after 4', 5]);
  });
});
