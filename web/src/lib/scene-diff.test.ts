import { describe, expect, it, vi } from 'vitest';
import { makePiece, makeScene } from '../test/wire-values';
import type { Shape } from './api';
import { applySceneDiff, changedKeys } from './scene-diff';
import { loadServerTexts, type Text } from './texts';

function changed(before: Shape[], after: Shape[]): string[] {
  return [...changedKeys(makeScene({ shapes: before }), makeScene({ shapes: after }))];
}
function group(key: string, label: string, ...shapes: Shape[]): Shape {
  return { shape: 'group', key, label, x: 0, y: 0, shapes };
}

describe('changedKeys', () => {
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
    expect(changed([], [makePiece('cell', 'c4', 'cell red')])).toEqual([]);
    expect(changed([], [{ ...makePiece('ghost', ''), when: 'c4' }])).toEqual([]);
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

  it('takes art for a piece if it has a label', () => {
    const art = (label: string): Shape => ({
      shape: 'art',
      key: 'ship',
      label,
      style: 'art seat-0',
      symbol: 'hex-ship',
      x: 0,
      y: 0,
      size: 5,
    });
    expect(changed([], [art('a ship')])).toEqual(['ship']);
    expect(changed([], [art('')])).toEqual([]);
  });
});

describe('applySceneDiff', () => {
  const [a, b, c] = [makePiece('a', ''), makePiece('b', ''), makePiece('c', '')];
  const old = makeScene({ shapes: [a!, b!, c!], prompt: 'before' });

  it('keeps what the difference leaves out', () => {
    expect(applySceneDiff(old, {})).toEqual(old);
  });

  it('takes runs of old shapes, and new shapes, in order', () => {
    const added = makePiece('d', '');
    const shapes = [{ shape: 'keep', first: 1, count: 2 } as const, added];
    expect(applySceneDiff(old, { shapes }).shapes).toEqual([b, c, added]);
  });

  it('replaces the prompt, targets and paths', () => {
    const targets = [{ key: 'a', label: 'A' }];
    const paths = [{ move: 'a', targets: ['a'] }];
    expect(applySceneDiff(old, { prompt: 'after', targets, paths })).toEqual({
      ...old,
      prompt: 'after',
      targets,
      paths,
    });
  });

  it('takes old panels and rows by number, and new ones', () => {
    const [clubs, hearts, spades] = ['clubs', 'hearts', 'spades'].map((label) => ({ label }));
    const hand = { key: 'hand', title: 'Hand', rows: [clubs!, hearts!] };
    const score = { key: 'score', title: 'Score', rows: [] };
    const fuller = { ...hand, value: '3', rows: [spades!, hearts!] };
    const before = makeScene({ panels: [score, hand] });
    const panels = [{ panel: { ...fuller, rows: [] }, rows: [spades!, 1] }, 0];
    expect(applySceneDiff(before, { panels }).panels).toEqual([fuller, score]);
  });
});
