import { describe, expect, it } from 'vitest';
import { makePiece, makeScene } from '../test/wire-values';
import type { Shape } from './api';
import { changedKeys } from './scene-diff';

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
