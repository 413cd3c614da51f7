import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { makePiece, makeScene } from '../test/wire-values';
import type { Scene } from './api';
import { MoveSelection } from './move-selection.svelte';

const trade = makeScene({
  shapes: [makePiece('c4', 'Place c4')],
  targets: [
    { key: 'c4', label: 'Place c4' },
    { key: 'R', label: 'A red cube' },
    { key: 'bank', label: 'The bank' },
  ],
  paths: [
    { move: 'c4', targets: ['c4'] },
    { move: 'R>', targets: ['R', 'bank'] },
  ],
});

function setUp() {
  let scene = $state.raw<Scene | null>(trade);
  let canMove = $state(true);
  const selection = new MoveSelection(
    () => scene,
    () => canMove,
  );
  return {
    selection,
    show(next: Scene) {
      scene = next;
      selection.update();
    },
    endTurn() {
      canMove = false;
      selection.update();
    },
  };
}

describe('MoveSelection', () => {
  it('offers labelled targets and completes a move', () => {
    const { selection } = setUp();
    expect([...selection.targets]).toEqual([
      ['c4', 'Place c4'],
      ['R', 'A red cube'],
    ]);
    expect(selection.select('R')).toEqual({ move: undefined, accepted: true });
    expect(selection.path).toEqual(['A red cube']);
    expect([...selection.targets.keys()]).toEqual(['bank']);
    expect(selection.select('bank')).toEqual({ move: 'R>', accepted: true });
    expect(selection.selected).toEqual([]);
  });

  it('says what comes next, by how many targets have been selected', () => {
    const { selection, show } = setUp();
    selection.select('R');
    expect(selection.prompt).toBe('');
    show(
      makeScene({
        targets: [
          { key: 'R', label: 'A red cube', prompts: ['1 of 3 given', '2 of 3 given'] },
          { key: 'bank', label: 'The bank' },
        ],
        paths: [{ move: 'RRR>', targets: ['R', 'R', 'R', 'bank'] }],
      }),
    );
    const prompts = [selection.prompt];
    for (const key of ['R', 'R', 'bank']) {
      selection.select(key);
      prompts.push(selection.prompt);
    }
    expect(prompts).toEqual(['1 of 3 given', '2 of 3 given', '2 of 3 given', '']);
  });

  it('keeps a move that the user wants to confirm until its last target is selected again', () => {
    const { selection } = setUp();
    expect(selection.select('R', true)).toEqual({ move: undefined, accepted: true });
    expect(selection.select('bank', true)).toEqual({ move: undefined, accepted: true });
    expect([selection.pendingMove, selection.path]).toEqual(['R>', ['A red cube', 'The bank']]);
    expect(selection.select('bank', true)).toEqual({ move: 'R>', accepted: true });
    expect([selection.pendingMove, selection.selected]).toEqual(['', []]);
  });

  it('lets the user replace a pending move, step back from it, and loses it with the turn', () => {
    const { selection, endTurn } = setUp();
    selection.select('c4', true);
    expect([...selection.targets.keys()]).toEqual(['c4', 'R']);
    selection.select('R', true);
    expect([selection.pendingMove, selection.selected]).toEqual(['', ['R']]);
    selection.select('bank', true);
    selection.stepBack();
    expect([selection.pendingMove, selection.selected]).toEqual(['', ['R']]);
    selection.select('c4', true);
    expect([selection.pendingMove, selection.selected]).toEqual(['c4', ['c4']]);
    endTurn();
    expect([selection.pendingMove, selection.selected]).toEqual(['', []]);
  });

  it('refuses a wrong target without losing the selection, and steps back', () => {
    const { selection } = setUp();
    selection.select('R');
    expect(selection.select('nowhere')).toEqual({ move: undefined, accepted: false });
    expect(selection.selected).toEqual(['R']);
    selection.stepBack();
    expect(selection.selected).toEqual([]);
  });

  it('offers nothing when the user cannot move or has to confirm a losing move', () => {
    const { selection, endTurn } = setUp();
    selection.losingMove = 'c4';
    expect(selection.targets.size).toBe(0);
    selection.losingMove = '';
    expect(selection.targets.size).toBe(2);
    endTurn();
    expect(selection.targets.size).toBe(0);
  });

  it('keeps a selection that a new scene still allows, and drops it for good otherwise', () => {
    const { selection, show } = setUp();
    selection.select('R');
    show({ ...trade, prompt: 'somebody has said something' });
    expect(selection.selected).toEqual(['R']);
    show({ ...trade, paths: trade.paths.slice(0, 1) });
    expect(selection.selected).toEqual([]);
    show(trade);
    expect(selection.selected).toEqual([]);
  });

  it('remembers the target of the arrow keys while it is there', () => {
    const { selection, show } = setUp();
    expect(selection.current).toBe('c4');
    selection.current = 'R';
    show({ ...trade });
    expect(selection.current).toBe('R');
    show({ ...trade, paths: trade.paths.slice(0, 1) });
    expect(selection.current).toBe('c4');
    show(trade);
    expect(selection.current).toBe('c4');
  });

  it('describes the highlighted shape until the scene or the selection changes', () => {
    const { selection, show } = setUp();
    let label = '';
    const stop = $effect.root(() => {
      $effect(() => {
        label = selection.highlightedLabel;
      });
    });
    const highlight = (key: string) => {
      selection.highlighted = key;
      flushSync();
    };
    highlight('c4');
    expect(label).toBe('Place c4');
    show({ ...trade });
    flushSync();
    expect(label).toBe('');
    highlight('R');
    expect(label).toBe('A red cube');
    selection.select('R');
    flushSync();
    expect([selection.highlighted, label]).toEqual(['', '']);
    stop();
  });
});
