/** Finds the shapes of a scene by key and decides how to mark them. */
import type { Scene, Shape } from './api';
import { boundingBox, centre, type Point } from './geometry';
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

/** Return the shape that outlines a group: its first other than a text. Its place is relative to the group. */
export function baseShape(shape: Shape): Shape {
  if (shape.shape !== 'group') return shape;
  const first = shape.shapes.find(({ shape }) => shape !== 'text');
  return first && first.shape !== 'group' ? first : { ...shape, x: 0, y: 0 };
}

/** Whether a shape is drawn while a key is pointed at and others are selected. One with a `+` waits for several. */
export function isShown({ when }: Shape, highlighted: string, selected: readonly string[] = []): boolean {
  const last = selected.at(-1);
  const isChosen = (key: string) => key.split('+').every((part) => selected.includes(part));
  return (
    !when ||
    when.split(' ').some((key) => [highlighted, last].includes(key) || (key.includes('+') && isChosen(key)))
  );
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

const PIECE_ROLES = ['piece', 'card', 'back'];

/** Whether a shape is, or contains, something that lies on the board and can be picked up. */
export function isPieceShape(shape: Shape): boolean {
  if (shape.shape === 'group') return shape.shapes.some(isPieceShape);
  return 'style' in shape && PIECE_ROLES.includes(shape.style.split(' ')[0]!);
}

/** Return how far the area of each target reaches beyond it.
 *
 * It reaches as far as usual, and further if it would be narrower than `least` to each side, but no further than half
 * the way to the next target.
 */
export function reaches(
  targets: readonly PlacedShape[],
  least: number,
  usual: number,
): ReadonlyMap<string, number> {
  const areas = targets.map(({ key, shape, origin }) => {
    const base = baseShape(shape);
    const [x, y] = centre(base);
    return { key, base, x: x + origin[0], y: y + origin[1], radius: innerRadius(base) };
  });
  return new Map(
    areas.map(({ key, base, x, y, radius }) => {
      const wanted = Math.max(base.shape === 'polygon' ? 0 : usual, least - radius);
      if (base.shape === 'line') return [key, wanted];
      let gap = Infinity;
      for (const other of areas)
        if (other.key !== key && other.base.shape !== 'line')
          gap = Math.min(gap, Math.hypot(other.x - x, other.y - y) - other.radius - radius);
      return [key, Math.max(0, Math.min(wanted, gap / 2))];
    }),
  );
}

function innerRadius(shape: Shape): number {
  if (shape.shape === 'line') return shape.width / 2;
  const { left, right, top, bottom } = boundingBox(shape);
  return Math.min(right - left, bottom - top) / 2;
}
