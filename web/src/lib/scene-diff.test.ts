import { describe, expect, it, vi } from 'vitest';
import { makePiece, makeScene } from '../test/wire-values';
import type { Shape } from './api';
import { changedKeys } from './scene-diff';
import { loadServerTexts, type Text } from './texts';

function changed(before: Shape[], after: Shape[]): string[] {
  return [...changedKeys(makeScene({ shapes: before }), makeScene({ shapes: after }))];
}
function group(key: string, label: string, ...shapes: Shape[]): Shape {
  return { shape: 'group', key, label, x: 0, y: 0, shapes };
}

describe('changedKeys', () => {
  it('marks a tile that has been laid, but not one that has changed hands', () => {
    const tile = (style: string): Shape => ({
      shape: 'art',
      key: 'tile',
      style,
      symbol: 'a',
      x: 0,
      y: 0,
      size: 1,
    });
    const [empty, free, held] = [[], [tile('cell')], [tile('cell seat-0')]].map((shapes) =>
      makeScene({ shapes }),
    );
    expect(changedKeys(empty!, free!)).toEqual(new Set(['tile']));
    expect(changedKeys(free!, held!)).toEqual(new Set());
    const mark = makeScene({ shapes: [{ ...tile('cell'), legal: true }] });
    expect(changedKeys(empty!, mark)).toEqual(new Set());
  });
  it('is empty for equal scenes', () => {
    const shapes = [makePiece('stone', 'a stone on c4'), group('card', 'a card', makePiece('face', ''))];
    expect(changed(shapes, shapes)).toEqual([]);
  });

  it('finds pieces that appeared or moved', () => {
    expect(changed([], [makePiece('stone', 'a stone on c4')])).toEqual(['stone']);
    expect(changed([makePiece('stone', 'on c4')], [makePiece('stone', 'on d5')])).toEqual(['stone']);
    expect(changed([makePiece('spot', '', 'spot')], [makePiece('spot', '')])).toEqual(['spot']);
  });

  it('compares labels in the reader’s language: they are messages or sentences', async () => {
    vi.stubGlobal('fetch', async () => new Response('stone-on = A stone on { $cell }'));
    await loadServerTexts();
    vi.unstubAllGlobals();
    const label: Text = ['stone-on', { cell: 'c4' }];
    const stone = { ...makePiece('stone', ''), label } as unknown as Shape;
    expect(changed([makePiece('stone', 'A stone on c4')], [stone])).toEqual([]);
    expect(changed([makePiece('stone', 'A stone on d5')], [stone])).toEqual(['stone']);
  });

  it('ignores what is not a piece, and previews', () => {
    expect(changed([], [group('badge', 'a square has paid', makePiece('sign', '', 'mark'))])).toEqual([]);
    expect(changed([], [makePiece('cell', 'c4', 'cell red')])).toEqual([]);
    expect(changed([], [{ ...makePiece('ghost', ''), when: 'c4' }])).toEqual([]);
    expect(changed([], [{ ...makePiece('ghost', ''), legal: true }])).toEqual([]);
  });

  it('finds groups whose pieces or label changed', () => {
    const card = (style: string, label = 'a card') => group('card', label, makePiece('face', '', style));
    expect(changed([card('piece seat-0')], [card('piece seat-1')])).toEqual(['card']);
    expect(changed([card('piece', 'here')], [card('piece', 'there')])).toEqual(['card']);
    expect(changed([card('cell', 'here')], [card('cell', 'there')])).toEqual([]);
  });
});

describe('changedKeys of cards and art', () => {
  const card = (style: string, label: string) => group('card', label, makePiece('face', '', style));

  it('finds cards that appeared, turned over or changed hands, but not what can be done with them', () => {
    expect(changed([], [card('card red', 'a card')])).toEqual(['card']);
    expect(changed([card('back', 'a card')], [card('card red', 'a card')])).toEqual(['card']);
    expect(changed([card('card seat-0', 'a card')], [card('card seat-1', 'a card')])).toEqual(['card']);
    expect(changed([card('card dim', 'a card')], [card('card strong', 'a card')])).toEqual([]);
  });

  it('leaves out lines that the game has drawn through pieces', () => {
    const chain: Shape = {
      shape: 'curve',
      key: 'chain',
      style: 'piece seat-0',
      path: 'M0 0L5 5',
      x: 0,
      y: 0,
      width: 1,
    };
    expect(changed([], [chain])).toEqual([]);
  });

  it('takes a symbol for a piece if its style says so', () => {
    const symbol = (style: string): Shape => ({
      shape: 'art',
      key: 'ship',
      label: 'a ship',
      style,
      symbol: 'hex-ship',
      x: 0,
      y: 0,
      size: 5,
    });
    expect(changed([], [symbol('piece seat-0')])).toEqual(['ship']);
    expect(changed([], [symbol('art seat-0')])).toEqual([]);
  });

  it('finds groups whose symbols show another owner', () => {
    const planet = (style: string, label = 'a planet') =>
      group('planet', label, makePiece('owner', '', style));
    expect(changed([planet('art')], [planet('art seat-0')])).toEqual(['planet']);
    expect(changed([planet('art', 'here')], [planet('art', 'there')])).toEqual([]);
    expect(changed([planet('art seat-0', 'full')], [planet('art seat-0', 'empty')])).toEqual(['planet']);
  });
});
