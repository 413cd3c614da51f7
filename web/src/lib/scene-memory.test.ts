import { describe, expect, it } from 'vitest';
import { makePiece, makeScene } from '../test/wire-values';
import type { Panel, SceneDiff, Shape } from './api';
import { applySceneDiff, rememberScene } from './scene-memory';

describe('applySceneDiff', () => {
  const [a, b, c] = [makePiece('a', 'A'), makePiece('b', 'B'), makePiece('c', 'C')];
  const old = makeScene({ shapes: [a, b, c], prompt: 'before' });
  const apply = (diff: SceneDiff, before = old) => applySceneDiff(rememberScene(before), diff).scene;

  it('keeps what the difference leaves out', () => {
    expect(apply({})).toEqual(old);
  });

  it('takes runs of old shapes, single ones, and new ones, in order', () => {
    const added = makePiece('d', '');
    expect(apply({ shapes: [[1, 2], added, 0] }).shapes).toEqual([b, c, added, a]);
  });

  it('changes fields of a shape, and shapes within a group', () => {
    const card: Shape = { shape: 'group', key: 'card', x: 0, y: 0, shapes: [a, b] };
    const before = makeScene({ shapes: [card] });
    const patch = { shape: 'patch', at: 0, x: 5, shapes: [{ shape: 'patch', at: 1, label: 'new' }] } as const;
    expect(apply({ shapes: [{ ...patch, shapes: [0, ...patch.shapes] }] }, before).shapes).toEqual([
      { ...card, x: 5, shapes: [a, { ...b, label: 'new' }] },
    ]);
  });

  it('replaces the prompt, the size, targets and paths', () => {
    const targets = [{ key: 'a', label: 'A' }];
    const paths = [{ move: 'a', targets: ['a'] }];
    const changes = { prompt: 'after', width: 20, targets, paths };
    expect(apply(changes)).toEqual({ ...old, ...changes });
  });

  it('takes old panels, rows and tokens by number, and changes their fields', () => {
    const cube = (key: string, text: string) => ({ key, text, style: 'piece', label: key });
    const rows = [{ label: 'Points' }, { label: 'Cubes', tokens: [cube('red', '1'), cube('blue', '2')] }];
    const hand: Panel = { key: 'hand', title: 'Hand', rows };
    const score: Panel = { key: 'score', title: 'Score', rows: [] };
    const before = makeScene({ panels: [hand, score] });
    const tokens = [0, [1, { text: '3' }], cube('green', '1')] as const;
    const diff = { panels: [[0, { value: '5', rows: [0, [1, { tokens }]] }], 1] } as unknown as SceneDiff;
    expect(apply(diff, before).panels).toEqual([
      {
        ...hand,
        value: '5',
        rows: [
          rows[0],
          { label: 'Cubes', tokens: [cube('red', '1'), cube('blue', '3'), cube('green', '1')] },
        ],
      },
      score,
    ]);
  });

  it('brings former things back for a player', () => {
    const targets = [{ key: 'a', label: 'A' }];
    const paths = [{ move: 'a', targets: ['a'] }];
    const own = applySceneDiff(
      rememberScene({ ...old, targets, paths }),
      { shapes: [0], targets: [], paths: [] },
      false,
    );
    expect(own.scene.shapes).toEqual([a]);
    const next = applySceneDiff(own, { shapes: [0, [1, 2]], targets: [0], paths: [0] }, false);
    expect(next.scene).toEqual({ ...old, targets, paths });
    expect([next.shapes, next.targets, next.paths]).toEqual([[], [], []]);
  });
});
