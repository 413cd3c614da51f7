import { describe, expect, it } from 'vitest';
import { makePiece, makeScene } from '../test/wire-values';
import type { PositionView } from './api';
import { packPositions, unpackPositions } from './saved-reviews';

function position(moves: number, ...cells: string[]): PositionView {
  const shapes = cells.map((cell) => makePiece(cell, `A piece on ${cell}`));
  const panels = [{ key: 'score', title: 'Score', rows: [] }];
  return { moves, of: 2, to_act: [moves % 2], scene: makeScene({ shapes, panels, prompt: `${moves}` }) };
}

describe('saved positions', () => {
  const positions = { '0?all_open=true': position(0, 'a1'), '1?all_open=true': position(1, 'a1', 'b2') };

  it('come back as they were', () => {
    const stored = JSON.stringify(packPositions(positions));
    expect(unpackPositions(JSON.parse(stored) as ReturnType<typeof packPositions>)).toEqual(positions);
  });

  it('store what they share once', () => {
    expect(packPositions(positions).parts).toHaveLength(3); // two pieces and a panel
  });
});
