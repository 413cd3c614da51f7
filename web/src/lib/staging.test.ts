import { beforeEach, describe, expect, it } from 'vitest';
import { makePiece, makeScene } from '../test/wire-values';
import { preferences } from './preferences.svelte';
import { newFlights, newMoment, Staging, type PickedToken } from './staging.svelte';

const flight = (key: string) => ({ key, kind: 'fly', start: 'a', end: 'b', style: 'art' });
const moment = (key: string) => ({ key, sentence: 'Both chose.', reveals: [] });
const loud = { quiet: false, isOwn: false };
const hand = (...keys: string[]) => ({
  key: 'hand',
  title: 'Hand',
  rows: [{ label: '', tokens: keys.map((key) => ({ key, style: 'card', label: key })) }],
});

let staging: Staging;

beforeEach(() => {
  preferences.set('pace', 'normal');
  staging = new Staging();
  staging.stagehand = {
    locate: () => new Map(),
    pick: (key) => ({ key, place: { x: 1, y: 1, width: 1, height: 1 } }) as PickedToken,
  };
});

describe('a new scene', () => {
  it('has only the flights and moments that the one before it had not', () => {
    const before = makeScene({ flights: [flight('1')], moments: [moment('1')] });
    const after = makeScene({ flights: [flight('1'), flight('2')], moments: [moment('1'), moment('2')] });
    expect(newFlights(before, after).map(({ key }) => key)).toEqual(['2']);
    expect(newMoment(before, after)?.key).toBe('2');
    expect(newMoment(after, after)).toBeUndefined();
  });

  it('lets things fly once', () => {
    const after = makeScene({ flights: [flight('1')] });
    staging.update(makeScene(), after, loud);
    const { batch } = staging;
    expect(batch?.flights.map(({ key }) => key)).toEqual(['1']);
    staging.update(after, { ...after, prompt: 'later' }, loud);
    expect(staging.batch).toBe(batch);
  });

  it('stages a moment once, even after a take-back', () => {
    const after = makeScene({ moments: [moment('1')] });
    staging.update(makeScene(), after, loud);
    expect(staging.moment?.key).toBe('1');
    staging.update(after, makeScene(), { ...loud, quiet: true });
    expect(staging.moment).toBeNull();
    staging.update(makeScene(), after, loud);
    expect(staging.moment).toBeNull();
  });

  it('stages nothing when the page is loaded, or when it is skipped', () => {
    const after = makeScene({ flights: [flight('1')], moments: [moment('1')] });
    staging.update(null, after, loud);
    staging.update(makeScene(), after, { ...loud, quiet: true });
    expect([staging.batch, staging.moment]).toEqual([null, null]);
  });

  it('lets nothing fly without motion, but stages moments', () => {
    preferences.set('pace', 'off');
    staging.update(makeScene(), makeScene({ flights: [flight('1')], moments: [moment('1')] }), loud);
    expect(staging.batch).toBeNull();
    expect(staging.moment?.key).toBe('1');
  });
});

describe('a token that is played', () => {
  const before = makeScene({ panels: [hand('ace', 'king')] });
  const played = makeScene({ panels: [hand('king')], shapes: [makePiece('ace-on-c4', 'an ace on c4')] });

  it('flies to the shape that appeared', () => {
    staging.pick('ace');
    staging.update(before, played, { quiet: false, isOwn: true });
    expect(staging.batch).toMatchObject({ token: { key: 'ace' }, tokenEnd: 'ace-on-c4' });
  });

  it('flies from a pile that remains', () => {
    const pile = (count: number) => ({
      key: 'hand',
      title: 'Hand',
      rows: [{ label: '', tokens: [{ key: 'ace', style: 'card', label: 'ace', count }] }],
    });
    staging.pick('ace');
    const options = { quiet: false, isOwn: true };
    staging.update(makeScene({ panels: [pile(3)] }), { ...played, panels: [pile(2)] }, options);
    expect(staging.batch?.tokenEnd).toBe('ace-on-c4');
  });

  it('flies from where it was dropped', () => {
    staging.pick('ace');
    staging.carry(10, 20);
    staging.update(before, played, { quiet: false, isOwn: true });
    expect(staging.batch?.token?.place).toMatchObject({ x: 11, y: 21 });
  });

  it('stays if it is still in the hand, or if somebody else moved', () => {
    staging.pick('king');
    staging.update(before, played, { quiet: false, isOwn: false });
    staging.update(before, played, { quiet: false, isOwn: true });
    expect(staging.batch).toBeNull();
  });
});
