/** Finds the shapes of a scene by key and decides how to mark them. */
import type { Scene, Shape } from './api';
import { boundingBox, type Point } from './geometry';
import { findSymbol } from './symbols.svelte';

export interface PlacedShape {
  key: string;
  shape: Shape;
  origin: Point; // of the coordinates inside it
}

/** Return every shape by its key, those inside groups too. */
export function placeShapes(scene: Scene): Map<string, PlacedShape> {
  const placed = new Map<string, PlacedShape>();
  const place = (shapes: readonly Shape[], offset: Point) => {
    for (const shape of shapes) {
      const origin: Point = shape.shape === 'group' ? [offset[0] + shape.x, offset[1] + shape.y] : offset;
      placed.set(shape.key, { key: shape.key, shape, origin });
      if (shape.shape === 'group') place(shape.shapes, origin);
    }
  };
  place(scene.shapes, [0, 0]);
  return placed;
}

/** Return the shape that outlines a group: its first, unless that is a text. */
export function baseShape(shape: Shape): Shape {
  const first = shape.shape === 'group' ? shape.shapes[0] : shape;
  return first && first.shape !== 'text' ? first : shape;
}

/** Whether a shape is drawn while these keys are pointed at or chosen. */
export function isShown({ when }: Shape, ...keys: (string | undefined)[]): boolean {
  return !when || when.split(' ').some((key) => keys.includes(key));
}

/** Whether a target is an empty place, which is marked with a dot. Anything else gets a ring. */
export function isEmptyPlace(shape: Shape): boolean {
  const role = 'style' in shape ? shape.style.split(' ')[0] : '';
  if (shape.shape === 'circle') return role === 'spot';
  return (shape.shape === 'polygon' || shape.shape === 'art') && role === 'cell';
}

/** Whether a shape is marked with a circle. */
export function isRound(shape: Shape): shape is RoundShape {
  return shape.shape === 'circle' || (shape.shape === 'art' && findSymbol(shape.symbol)?.outline !== 'box');
}
type RoundShape = Extract<Shape, { shape: 'circle' | 'art' }>;

/** Whether a target would do nothing now. It can be selected, but its mark is faint. */
export function isDim(shape: Shape): boolean {
  return 'style' in shape && shape.style.split(' ').includes('dim');
}

/** Return the scale that lets a shape reach about `grow` beyond its edges. */
export function scaleToGrow(shape: Shape, grow: number): number {
  const { left, right, top, bottom } = boundingBox(shape);
  return 1 + grow / Math.max(1, Math.min(right - left, bottom - top) / 2);
}
