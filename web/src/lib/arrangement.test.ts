import { expect, test } from 'vitest';
import type { Panel, Row } from './api';
import { arrangePanels, panelsInSight, stackPanels, tokensIn } from './arrangement';

const row = (layout: string, ...keys: string[]): Row => ({
  label: '',
  layout,
  tokens: keys.map((key) => ({ key, style: 'piece', label: key })),
});
const panel = (key: string, rows: Row[], more: Partial<Panel> = {}): Panel => ({
  key,
  title: key,
  rows,
  ...more,
});
const keysOf = (panels: readonly Panel[]) => panels.map(({ key }) => key);

const rival = panel('rival', [row('', 'theirs')], { seat: 1 });
const own = panel('own', [row('', 'ours', 'more')], { seat: 0 });
const bank = panel('bank', [row('pile', 'cube')]);
const prices = panel('prices', [row('price', 'cost')]);
const hand = panel('hand', [row('fan', 'card')], { seat: 0, dock: true });
const dial = panel('dial', [row('drum', 'digit'), row('', 'other')], { seat: 0, dock: true });

test('around a wide board every panel has its place', () => {
  const places = arrangePanels([own, rival, bank, prices, hand, dial], 0);
  expect(keysOf(places.rivals)).toEqual(['rival']);
  expect(keysOf(places.own)).toEqual(['own']);
  expect(keysOf(places.others)).toEqual(['bank', 'prices']);
  expect(keysOf(places.dials)).toEqual(['dial']);
  expect(keysOf(places.dock)).toEqual(['hand']);
  expect(tokensIn(panelsInSight(places, false))).toEqual(
    new Set(['ours', 'more', 'theirs', 'cube', 'cost', 'card', 'digit', 'other']),
  );
});

test('on a narrow screen dials and prices are with the hand', () => {
  const places = stackPanels([own, rival, bank, prices, hand, dial], 0);
  expect(keysOf(places.own)).toEqual(['own']);
  expect(keysOf(places.others)).toEqual(['bank']);
  expect(keysOf(places.dock)).toEqual(['hand', 'dial', 'prices']);
  expect(tokensIn(panelsInSight(places, true))).toEqual(new Set(['card', 'digit', 'other', 'cost']));
});

test('without a dock, a panel with tokens of the near seat takes its place', () => {
  const places = stackPanels([own, rival, bank], 0);
  expect(keysOf(places.own)).toEqual([]);
  expect(keysOf(places.dock)).toEqual(['own']);
});

test('what matters least is the last at the right', () => {
  const legend = panel('legend', [{ label: 'a dot', layout: 'legend', symbol: 'dot' }]);
  const facts = panel('facts', [{ label: 'round', text: '3' }]);
  expect(keysOf(arrangePanels([legend, facts, prices], 0).others)).toEqual(['prices', 'facts', 'legend']);
});

test('a panel that only counts something stays a strip', () => {
  const counted = { key: 'point', style: 'piece', label: 'points', symbol: 'point', count: 3 };
  const plain = panel('plain', [{ label: 'points', tokens: [counted] }], { seat: 0 });
  expect(keysOf(stackPanels([plain, rival], 0).own)).toEqual(['plain']);
});
