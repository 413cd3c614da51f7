import { describe, expect, it } from 'vitest';
import {
  ANN,
  BOB,
  BOT,
  makeEntry,
  makeMoved,
  makePiece,
  makeScene,
  makeSnapshot,
  makeTable,
} from '../test/wire-values';
import {
  hasChangedSeat,
  isOwnTurn,
  lastTurnStart,
  nearSeat,
  ownSeats,
  panelsFor,
  participantIn,
  peopleAt,
  seatToPassTo,
  slotOf,
  soundFor,
  targetsWithoutShape,
} from './table-view';

describe('ownSeats', () => {
  it('returns all seats on a shared device, the one seat of a player, and none of a spectator', () => {
    expect(ownSeats(makeSnapshot({ seat: 1, seats: [0, 1] }))).toEqual([0, 1]);
    expect(ownSeats(makeSnapshot({ seat: 1 }))).toEqual([1]);
    expect(ownSeats(makeSnapshot({ seat: null }))).toEqual([]);
    expect(ownSeats(null)).toEqual([]);
  });
});

describe('isOwnTurn', () => {
  it('needs a game in play and the seat to act', () => {
    expect(isOwnTurn(makeSnapshot({ seat: 1, to_act: [0, 1] }))).toBe(true);
    expect(isOwnTurn(makeSnapshot({ seat: 1, to_act: [0] }))).toBe(false);
    expect(isOwnTurn(makeSnapshot({ seat: null, to_act: [0] }))).toBe(false);
    expect(isOwnTurn(makeSnapshot({ status: 'over' }))).toBe(false);
    expect(isOwnTurn(null)).toBe(false);
  });
});

describe('seatToPassTo', () => {
  const shared = (toAct: number[]) => makeSnapshot({ seat: 0, seats: [0, 1], to_act: toAct });

  it('covers the table until the player to act has taken the device', () => {
    expect(seatToPassTo(shared([1]), true, null)).toBe(1);
    expect(seatToPassTo(shared([1]), true, 0)).toBe(1);
    expect(seatToPassTo(shared([1]), true, 1)).toBeNull();
  });

  it('lets players who act at the same time go one after the other', () => {
    expect(seatToPassTo(shared([0, 1]), true, null)).toBe(0);
    expect(seatToPassTo(shared([0, 1]), true, 1)).toBeNull();
  });

  it('covers nothing without secrets, on an own device, or when nobody here is to act', () => {
    expect(seatToPassTo(shared([1]), false, null)).toBeNull();
    expect(seatToPassTo(makeSnapshot({ seat: 0, to_act: [0] }), true, null)).toBeNull();
    expect(seatToPassTo(shared([2]), true, null)).toBeNull();
    expect(seatToPassTo({ ...shared([1]), status: 'over' }, true, null)).toBeNull();
  });
});

describe('players', () => {
  const rotated = makeTable([ANN, BOB], {
    games: [
      { slots: [0, 1], sha256: null },
      { slots: [1, 0], sha256: null },
    ],
  });

  it('finds the player of a seat after seats have rotated', () => {
    expect(slotOf(rotated, 0)).toBe(1);
    expect(participantIn(rotated, 0)).toBe(BOB);
    expect(participantIn(makeTable([ANN, null]), 1)).toBeUndefined();
  });

  it('knows who changed seats since the previous game', () => {
    expect(hasChangedSeat(rotated, makeSnapshot({ seat: 1 }))).toBe(true);
    const same = makeTable([ANN, BOB], { games: [rotated.games![0]!, rotated.games![0]!] });
    expect(hasChangedSeat(same, makeSnapshot({ seat: 1 }))).toBe(false);
    expect(hasChangedSeat(makeTable([ANN, BOB]), makeSnapshot({ seat: 1 }))).toBe(false);
    expect(hasChangedSeat(rotated, makeSnapshot({ seat: 1, seats: [0, 1] }))).toBe(false);
  });

  it('lists people without bots', () => {
    expect([...peopleAt(makeTable([ANN, BOT])).keys()]).toEqual(['ann']);
  });
});

describe('panelsFor', () => {
  it('adds an empty panel for a seat without one', () => {
    const scene = makeScene({ panels: [{ key: 'hand', title: 'Blue', rows: [], seat: 1 }] });
    expect(panelsFor(scene, ['Red', 'Blue']).map(({ key, title }) => [key, title])).toEqual([
      ['hand', 'Blue'],
      ['seat-0', 'Red'],
    ]);
  });
});

describe('nearSeat', () => {
  it('is the own seat, and does not change while friends share a device', () => {
    expect(nearSeat(makeSnapshot({ seat: 1 }), false)).toBe(1);
    expect(nearSeat(makeSnapshot({ seat: null }), true)).toBe(0);
    expect(nearSeat(makeSnapshot({ seat: 1, seats: [0, 1] }), false)).toBe(0);
    expect(nearSeat(makeSnapshot({ seat: 1, seats: [0, 1] }), true)).toBe(1); // whose hand is in sight
  });
});

describe('targetsWithoutShape', () => {
  it('leaves out what can be selected on the board or in a panel in sight', () => {
    const scene = makeScene({
      shapes: [{ shape: 'group', key: 'cell', x: 0, y: 0, shapes: [makePiece('stone', 'a stone')] }],
    });
    const targets = new Map(['stone', 'cube', 'pass'].map((key) => [key, key]));
    expect(targetsWithoutShape(scene, targets, new Set(['cube']))).toEqual([['pass', 'pass']]);
    expect(targetsWithoutShape(scene, targets, new Set()).map(([key]) => key)).toEqual(['cube', 'pass']);
  });
});

describe('lastTurnStart', () => {
  it('counts the moves before the last seat began', () => {
    expect(lastTurnStart([])).toBe(0);
    expect(lastTurnStart([0, 0].map((seat, index) => makeEntry(index + 1, seat)))).toBe(0);
    expect(lastTurnStart([0, 1, 0, 1, 1].map((seat, index) => makeEntry(index + 1, seat)))).toBe(3);
  });
});

describe('soundFor', () => {
  const waiting = makeSnapshot({ to_act: [1] });
  const turn = makeSnapshot({ to_act: [0] });
  const near = { id: 'ann', mayBeAway: false };
  const away = { id: 'ann', mayBeAway: true };

  it('tells moves apart', () => {
    expect(soundFor(turn, waiting, [makeMoved(2, 0, { by: 'ann' })], near)).toBe('move');
    expect(soundFor(waiting, turn, [makeMoved(2, 1, { by: 'bob' })], near)).toBe('other');
    expect(soundFor(turn, turn, [{ number: 2, kind: 'chat-sent', time: 0, text: '' }], away)).toBeNull();
  });

  it('calls a user who may be away when their turn begins', () => {
    expect(soundFor(waiting, turn, [makeMoved(2, 1, { by: 'bob' })], away)).toBe('turn');
    expect(soundFor(turn, turn, [makeMoved(2, 1, { by: 'bob' })], away)).toBe('other');
  });

  it('plays the end once, for every seat', () => {
    const over = makeSnapshot({
      status: 'over',
      to_act: [],
      outcome: { winners: [0], reason: '', rule: null },
    });
    expect(soundFor(turn, over, [makeMoved(2, 0, { by: 'ann' })], near)).toBe('end');
    expect(soundFor(over, over, [], near)).toBeNull();
  });
});
