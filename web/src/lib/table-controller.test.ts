import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, settle } from '../test/fake-server';
import {
  ANN,
  BOB,
  BOT,
  makeGame,
  makeMoved,
  makePiece,
  makeScene,
  makeSnapshot,
  makeTable,
} from '../test/wire-values';
import type { EventView, GameInfo, Snapshot, TableInfo } from './api';
import { TableConnection } from './table-connection.svelte';
import { TableController } from './table-controller.svelte';
import { loadServerTexts, loadTexts } from './texts';

const scene = makeScene({
  prompt: 'Red: place a stone',
  shapes: [makePiece('c4', 'Place c4', 'spot'), makePiece('d5', 'Place d5', 'spot')],
  targets: [{ key: 'c4', label: 'Place c4' }],
  paths: [{ move: 'c4', targets: ['c4'] }],
});
const over: Partial<Snapshot> = {
  status: 'over',
  to_act: [],
  outcome: { winners: [1], reason: '', rule: null },
};

let server: FakeServer;
let controller: TableController;
let played: string[];

beforeEach(() => {
  server = new FakeServer();
  played = ['hex'];
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Sit at a table as Ann and receive its first frame. */
async function sitDown(
  snapshot: Partial<Snapshot> = {},
  table: TableInfo = makeTable([ANN, BOB]),
  game: GameInfo = makeGame(),
  events: EventView[] = [],
): Promise<void> {
  const session = {
    user: { id: 'ann', name: 'Ann' },
    ensureUser: () => Promise.resolve(session.user),
    hasPlayed: (id: string) => played.includes(id),
    markPlayed: (id: string) => void played.push(id),
  };
  controller = new TableController(new TableConnection('t'), [game], session);
  controller.open();
  await settle();
  server.accept();
  server.send({ table, now: makeSnapshot({ scene, ...snapshot }), events });
  await settle();
}

function sentRequests(): unknown[] {
  return server.sockets.flatMap(({ sent }) => sent.map(({ do: what, move }) => [what, move]));
}

describe('moves', () => {
  it('are sent once, however often the user clicks', async () => {
    await sitDown();
    expect(controller.isOwnTurn).toBe(true);
    controller.select('c4');
    controller.select('c4');
    expect(sentRequests()).toEqual([['move', 'c4']]);
    expect(server.socket.sent[0]).toMatchObject({ reject_losing: true, last_seen: 1 });
    await server.answer();
    expect(controller.isSending).toBe(false);
    expect(controller.refusal).toBeNull();
  });

  it('show the refusal of the server', async () => {
    await sitDown();
    controller.select('c4');
    await server.answer({ code: 'not-now', message: 'The table has changed.' });
    expect(controller.refusal?.message).toBe('The table has changed.');
  });

  it('that lose at once have to be confirmed', async () => {
    await sitDown();
    controller.select('c4');
    await server.answer({ code: 'losing-move', message: 'You would lose.' });
    expect(controller.selection.losingMove).toBe('c4');
    expect(controller.selection.targets.size).toBe(0);
    controller.dismiss();
    expect(controller.selection.targets.size).toBe(1);
    expect(controller.refusal).toBeNull();

    controller.select('c4');
    await server.answer({ code: 'losing-move', message: 'You would lose.' });
    controller.playLosingMove();
    expect(server.socket.sent.at(-1)).toMatchObject({ move: 'c4', reject_losing: false });
  });

  it('that are illegal ask the server why', async () => {
    await sitDown();
    server.responses.set('tables/t/why', { code: 'illegal-move', message: 'Occupied.', rule: 'H-1' });
    controller.select('d5');
    await settle();
    expect(server.posted).toEqual([{ keys: ['d5'], seat: null }]);
    expect(controller.refusal).toMatchObject({ message: 'Occupied.', rule: 'H-1' });
    expect(sentRequests()).toEqual([]);
  });

  it('out of turn are explained, and a shape without a move is described', async () => {
    await sitDown({ to_act: [1] });
    server.responses.set('tables/t/why', { code: 'nothing', message: '' });
    controller.select('d5');
    await settle();
    expect(controller.refusal).toEqual({ code: 'info', message: 'Place d5' });
  });

  it('do nothing for a spectator', async () => {
    await sitDown({ seat: null });
    controller.select('c4');
    await settle();
    expect(server.posted).toEqual([]);
    expect(sentRequests()).toEqual([]);
  });
});

describe('a frame', () => {
  it('marks what the other player has changed', async () => {
    await sitDown({ to_act: [1] });
    const after = makeScene({ shapes: [makePiece('c4', 'a stone on c4'), scene.shapes[1]!] });
    server.send({ now: makeSnapshot({ number: 2, scene: after }), events: [makeMoved(2, 1)] });
    expect([...controller.changed]).toEqual(['c4']);
  });

  it('marks the last turn after a reload', async () => {
    const after = makeScene({ shapes: [makePiece('c4', 'a stone on c4'), makePiece('d5', 'a stone on d5')] });
    const before = makeScene({ shapes: [makePiece('c4', 'a stone on c4'), scene.shapes[1]!] });
    server.responses.set('tables/t/games/0/positions/1', { scene: before });
    const events = [makeMoved(1, 0), makeMoved(2, 1)];
    await sitDown({ scene: after, number: 2, num_moves: 2 }, undefined, undefined, events);
    expect([...controller.changed]).toEqual(['d5']);
  });

  it('with moves closes the message of an older position', async () => {
    await sitDown({ to_act: [1] });
    controller.refusal = { code: 'not-your-turn', message: 'It is not your turn.' };
    server.send({
      now: makeSnapshot({ number: 2 }),
      events: [{ number: 2, kind: 'chat-sent', time: 0, text: '' }],
    });
    expect(controller.refusal).not.toBeNull();
    server.send({ now: makeSnapshot({ number: 3 }), events: [makeMoved(3, 1)] });
    expect(controller.refusal).toBeNull();
  });

  it('that ends the game takes away every question', async () => {
    await sitDown();
    controller.isResigning = true;
    controller.selection.losingMove = 'c4';
    server.send({ now: makeSnapshot({ number: 2, ...over }) });
    expect(controller.isOver).toBe(true);
    expect(controller.hasWon).toBe(false);
    expect(controller.isResigning).toBe(false);
    expect(controller.selection.losingMove).toBe('');
  });

  it('announces messages in the reader’s language', async () => {
    await sitDown({ to_act: [1] });
    const text = 'plays = { $seat } spielt { $cell }\nblue = Blau\nplace = Rot: Setze einen Stein';
    vi.stubGlobal('fetch', async () => new Response(text));
    await loadTexts('de');
    await loadServerTexts();
    const moved = { ...makeMoved(2, 1, { ply: 1 }), text: ['plays', { seat: ['blue', {}], cell: 'c4' }] };
    const now = makeSnapshot({
      number: 2,
      num_moves: 1,
      scene: { ...scene, prompt: ['place', {}] as never },
    });
    server.send({ now, events: [moved as never] });
    expect(controller.announcement).toEqual(['Blau spielt c4.', 'Du bist dran. Rot: Setze einen Stein']);
    await loadTexts('en');
  });

  it('announces moves and the turn', async () => {
    await sitDown({ to_act: [1] });
    server.send({
      now: makeSnapshot({ number: 2, num_moves: 1, scene }),
      events: [makeMoved(2, 1, { ply: 1, text: 'Blue plays c4' })],
    });
    expect(controller.announcement).toEqual(['Blue plays c4.', 'Your turn. Red: place a stone']);
  });
});

describe('while moves wait to be shown', () => {
  it('nothing can be selected, and a click shows the newest position', async () => {
    await sitDown({ to_act: [1] });
    for (const number of [2, 3])
      server.send({
        now: makeSnapshot({ number, scene, to_act: [number === 3 ? 0 : 1] }),
        events: [makeMoved(number, 1)],
      });
    expect(controller.snapshot?.number).toBe(2);
    expect([controller.isOwnTurn, controller.selection.targets.size]).toEqual([false, 0]);
    controller.select('c4');
    expect(controller.snapshot?.number).toBe(3);
    expect([controller.isOwnTurn, controller.selection.targets.size]).toEqual([true, 1]);
    expect(sentRequests()).toEqual([]);
  });

  it('a reveal is staged and announced', async () => {
    await sitDown({ to_act: [1] });
    const moments = [{ key: 'round-1', sentence: 'Both chose.', reveals: [] }];
    server.send({
      now: makeSnapshot({ number: 2, scene: { ...scene, moments } }),
      events: [makeMoved(2, 1)],
    });
    expect(controller.staging.moment?.key).toBe('round-1');
    expect(controller.announcement[0]).toBe('Both chose.');
    server.send({ now: makeSnapshot({ number: 3, scene }), events: [makeMoved(3, 1)] });
    expect(controller.snapshot?.number).toBe(2);
    controller.connection.showNext();
    expect(controller.snapshot?.number).toBe(3);
    expect(controller.staging.moment).toBeNull();
  });
});

describe('a shared device', () => {
  const shared = { seats: [0, 1] };
  const table = makeTable([ANN, ANN]);
  const secret = makeGame({ imperfect_information: true });

  it('covers the table until the next player has taken it', async () => {
    await sitDown(shared, table, secret);
    expect(controller.passDeviceTo).toBe(0);
    expect(controller.selection.targets.size).toBe(0);
    controller.takeDevice();
    expect(controller.passDeviceTo).toBeNull();
    expect(controller.selection.targets.size).toBe(1);
    expect(server.socket.sent.at(-1)).toMatchObject({ do: 'view', seat: 0 });
  });

  it('hides the hand again when the turn passes', async () => {
    await sitDown(shared, table, secret);
    controller.takeDevice();
    server.send({
      now: makeSnapshot({ ...shared, number: 2, to_act: [1] }),
      events: [makeMoved(2, 0, { by: 'ann' })],
    });
    expect(controller.passDeviceTo).toBe(1);
    expect(server.query.get('seat')).toBeNull();
    expect([...controller.changed]).toEqual([]);
  });

  it('hides the hand when a new game begins, even for the same seat', async () => {
    await sitDown(shared, table, secret);
    controller.takeDevice();
    server.send({ now: makeSnapshot({ ...shared, number: 2, game: 1 }) });
    expect(controller.passDeviceTo).toBe(0);
    expect(server.query.get('seat')).toBeNull();
  });

  it('covers nothing in an open game', async () => {
    await sitDown(shared, table, makeGame());
    expect(controller.passDeviceTo).toBeNull();
    expect(controller.selection.targets.size).toBe(1);
  });
});

describe('players', () => {
  it('have their own name, but bots and people on a shared device have their seat’s', async () => {
    const waiting = { to_act: [1] };
    await sitDown(waiting, makeTable([ANN, BOB]));
    expect(controller.playerName(1)).toBe('Bob');
    expect(controller.describeWait()).toBe('Waiting for Bob (Blue).');
    await sitDown(waiting, makeTable([ANN, BOT]));
    expect(controller.playerName(1)).toBe('Blue');
    expect(controller.describeWait()).toBe('Waiting for the bot (Blue).');
    await sitDown({ seats: [0, 1] }, makeTable([ANN, ANN]));
    expect(controller.playerName(1)).toBe('Blue');
  });
});

describe('tabs', () => {
  const chat = (number: number, by: string) => ({
    number,
    kind: 'chat-sent' as const,
    time: 0,
    by,
    text: 'Hello',
  });

  it('start with the rules at the first table of a game', async () => {
    played = [];
    await sitDown();
    expect(controller.tab).toBe('rules');
    expect(played).toEqual(['hex']);
    await sitDown();
    expect(controller.tab).toBe('log');
  });

  it('count the chat lines of others since the chat was open', async () => {
    await sitDown();
    const say = (number: number, by: string) =>
      server.send({ now: makeSnapshot({ number }), events: [chat(number, by)] });
    say(2, 'bob');
    say(3, 'ann');
    expect(controller.unreadChat).toBe(1);
    controller.tab = 'chat';
    say(4, 'bob');
    expect(controller.unreadChat).toBe(0);
    controller.tab = 'log';
    expect(controller.unreadChat).toBe(0);
    say(5, 'bob');
    expect(controller.unreadChat).toBe(1);
  });
});

describe('a new chat line', () => {
  const chat = (number: number, by: string, text = 'Hello') => ({
    number,
    kind: 'chat-sent' as const,
    time: 0,
    by,
    text,
  });
  const receive = (event: EventView) =>
    server.send({ now: makeSnapshot({ number: event.number }), events: [event] });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('of somebody else is shown for a while', async () => {
    await sitDown();
    vi.useFakeTimers();
    vi.stubGlobal('window', { setTimeout });
    receive(chat(2, 'bob'));
    expect(controller.chatPreview).toEqual({ name: 'Bob', text: 'Hello' });
    vi.advanceTimersByTime(60_000);
    expect(controller.chatPreview).toBeNull();
  });

  it('is not shown while the chat is open, nor if it is the user’s own', async () => {
    await sitDown();
    receive(chat(2, 'ann'));
    expect(controller.chatPreview).toBeNull();
    receive(chat(3, 'bob'));
    controller.tab = 'chat';
    expect(controller.chatPreview).toBeNull();
    receive(chat(4, 'bob'));
    expect(controller.chatPreview).toBeNull();
  });

  it('is shown and unread while the sheet with the chat is closed', async () => {
    await sitDown();
    controller.areTabsInSight = () => controller.isSheetOpen;
    controller.tab = 'chat';
    receive(chat(2, 'bob'));
    expect(controller.chatPreview?.text).toBe('Hello');
    expect(controller.unreadChat).toBe(1);
    controller.openChat();
    expect(controller.chatPreview).toBeNull();
    expect(controller.unreadChat).toBe(0);
    controller.isSheetOpen = false;
    expect(controller.unreadChat).toBe(0);
  });
});

describe('a proposal', () => {
  const own = { seat: 0, what: 'draw' as const, accepted_by: [0] };
  const asked = { seat: 1, what: 'draw' as const, accepted_by: [1] };
  const next = (event: EventView, snapshot: Partial<Snapshot> = {}) =>
    server.send({ now: makeSnapshot({ number: event.number, ...snapshot }), events: [event] });

  it('that is declined is reported until the next event', async () => {
    await sitDown({ proposal: own });
    next({ number: 2, kind: 'proposal-declined', time: 0, seat: 1 });
    expect(controller.notice).toBe('Bob declines the draw.');
    expect(controller.announcement).toContain('Bob declines the draw.');
    next({ number: 3, kind: 'chat-sent', time: 0, by: 'bob', text: 'Sorry' });
    expect(controller.notice).toBe('Bob declines the draw.');
    next(makeMoved(4, 0), { to_act: [1] });
    expect(controller.notice).toBe('');
  });

  it('that the other player withdraws is reported', async () => {
    await sitDown({ proposal: asked });
    next({ number: 2, kind: 'proposal-withdrawn', time: 0, seat: 1 });
    expect(controller.notice).toBe('Bob no longer offers a draw.');
  });

  it('is void after a move', async () => {
    await sitDown({ proposal: own, to_act: [1] });
    next(makeMoved(2, 1));
    expect(controller.notice).toContain('void');
  });

  it('that the user withdraws or declines themselves needs no report', async () => {
    await sitDown({ proposal: own });
    next({ number: 2, kind: 'proposal-withdrawn', time: 0, seat: 0 });
    expect(controller.notice).toBe('');
    await sitDown({ proposal: asked });
    next({ number: 2, kind: 'proposal-declined', time: 0, seat: 0 });
    expect(controller.notice).toBe('');
  });
});

describe('the title', () => {
  it('says whose turn it is', async () => {
    await sitDown();
    expect(controller.title).toBe('● Your turn – Hex');
    server.send({ now: makeSnapshot({ number: 2, to_act: [1] }) });
    expect(controller.title).toBe('Hex – Nodarium');
  });
});
