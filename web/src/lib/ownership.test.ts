import { expect, test } from 'vitest';
import type { Shape } from './api';
import { keysOfOthers } from './ownership';

const circle = (key: string, style: string): Shape => ({
  shape: 'circle',
  key,
  style,
  x: 0,
  y: 0,
  radius: 1,
});
const group = (key: string, ...shapes: Shape[]): Shape => ({ shape: 'group', key, x: 0, y: 0, shapes });

test('what belongs to a seat is found by its number, also inside a group', () => {
  const shapes = [
    circle('board', 'board'),
    circle('mine', 'piece seat-0'),
    group('tile', circle('cell', 'cell'), circle('frame', 'cell seat-0 strong')),
    circle('theirs', 'piece seat-1'),
  ];
  expect([...keysOfOthers(shapes, ['piece seat-0 strong'])]).toEqual(['board', 'theirs']);
});

test('without a number, pieces are found by their hue', () => {
  const shapes = [
    circle('stone', 'piece white'),
    circle('cell', 'cell white'),
    circle('other', 'piece black'),
  ];
  expect([...keysOfOthers(shapes, ['piece white'])]).toEqual(['cell', 'other']);
});
