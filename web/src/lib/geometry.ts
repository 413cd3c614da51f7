/** Bounding boxes and outlines of shapes. */
import type { Shape } from './api';
import { findSymbol } from './symbols.svelte';

export type Point = readonly [number, number];
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boundingBox(shape: Shape): Box {
  switch (shape.shape) {
    case 'circle':
      return boxAround(shape.x, shape.y, shape.radius, shape.radius);
    case 'line':
      return union([
        boxAround(shape.start[0], shape.start[1], shape.width / 2, shape.width / 2),
        boxAround(shape.end[0], shape.end[1], shape.width / 2, shape.width / 2),
      ]);
    case 'polygon':
      return union(shape.points.map(([x, y]) => boxAround(x, y, 0, 0)));
    case 'text':
      return boxAround(shape.x, shape.y, shape.text.length * shape.size * 0.3, shape.size / 2);
    case 'art':
      return boxAround(shape.x, shape.y, (shape.size * aspect(shape.symbol)) / 2, shape.size / 2);
    case 'curve': {
      // The control points are around the curve. Only paths with absolute coordinates can be measured.
      const numbers = (shape.path.match(/-?[\d.]+/g) ?? []).map(Number);
      const points = numbers.flatMap((x, index) =>
        index % 2 ? [] : [[x, numbers[index + 1] ?? x] as const],
      );
      return union(points.map(([x, y]) => boxAround(x + (shape.x ?? 0), y + (shape.y ?? 0), 0, 0)));
    }
    case 'group': {
      const inner = union(shape.shapes.map(boundingBox));
      return {
        left: inner.left + shape.x,
        right: inner.right + shape.x,
        top: inner.top + shape.y,
        bottom: inner.bottom + shape.y,
      };
    }
  }
}

/** Return the width of a symbol, if its height is 1. */
function aspect(name: string): number {
  const { width = 100, height = 100 } = findSymbol(name) ?? {};
  return width / height;
}

function boxAround(x: number, y: number, halfWidth: number, halfHeight: number): Box {
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight };
}

function union(boxes: Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

export function centre(shape: Shape): Point {
  if (shape.shape === 'curve') return [shape.x ?? 0, shape.y ?? 0];
  if (shape.shape !== 'line' && shape.shape !== 'polygon') return [shape.x, shape.y];
  const box = boundingBox(shape);
  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}

/** Return the path of a polygon with rounded corners, relative to an origin. */
export function polygonPath(points: readonly Point[], rounding: number, origin: Point = [0, 0]): string {
  let path = '';
  points.forEach(([px, py], index) => {
    const [x, y] = [px - origin[0], py - origin[1]];
    const neighbours = [points.at(index - 1)!, points[(index + 1) % points.length]!];
    const cuts = neighbours.map(([nx, ny]) => {
      const [dx, dy] = [nx - px, ny - py];
      const fraction = Math.min(rounding / (Math.hypot(dx, dy) || 1), 0.5);
      return `${round(x + dx * fraction)} ${round(y + dy * fraction)}`;
    });
    path += `${path ? 'L' : 'M'}${cuts[0]}`;
    if (rounding) path += `Q${round(x)} ${round(y)} ${cuts[1]}`;
  });
  return `${path}Z`;
}

/** Return the path of a line as an area that reaches `halfWidth` to both sides. */
export function linePath([x1, y1]: Point, [x2, y2]: Point, halfWidth: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [((y2 - y1) / length) * halfWidth, ((x1 - x2) / length) * halfWidth];
  return polygonPath(
    [
      [x1 + nx, y1 + ny],
      [x2 + nx, y2 + ny],
      [x2 - nx, y2 - ny],
      [x1 - nx, y1 - ny],
    ],
    0,
  );
}

/** Round to two decimals, which keeps the SVG short. */
export function round(number: number): number {
  return Math.round(number * 100) / 100;
}
