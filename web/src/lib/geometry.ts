/** Where shapes are, and their outlines. */
import type { Shape } from './api';

export type Point = readonly [number, number];
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function box(shape: Shape): Box {
  switch (shape.shape) {
    case 'circle':
      return around(shape.x, shape.y, shape.radius, shape.radius);
    case 'line':
      return join([
        around(shape.start[0], shape.start[1], shape.width / 2, shape.width / 2),
        around(shape.end[0], shape.end[1], shape.width / 2, shape.width / 2),
      ]);
    case 'polygon':
      return join((shape.points as Point[]).map(([x, y]) => around(x, y, 0, 0)));
    case 'text':
      return around(shape.x, shape.y, shape.text.length * shape.size * 0.3, shape.size / 2);
    case 'group': {
      const inner = join((shape.shapes as Shape[]).map(box));
      return {
        left: inner.left + shape.x,
        right: inner.right + shape.x,
        top: inner.top + shape.y,
        bottom: inner.bottom + shape.y,
      };
    }
  }
}

function around(x: number, y: number, wide: number, high: number): Box {
  return { left: x - wide, right: x + wide, top: y - high, bottom: y + high };
}

function join(boxes: Box[]): Box {
  return {
    left: Math.min(...boxes.map((one) => one.left)),
    right: Math.max(...boxes.map((one) => one.right)),
    top: Math.min(...boxes.map((one) => one.top)),
    bottom: Math.max(...boxes.map((one) => one.bottom)),
  };
}

export function centre(shape: Shape): Point {
  if (shape.shape === 'circle' || shape.shape === 'group' || shape.shape === 'text')
    return [shape.x, shape.y];
  const found = box(shape);
  return [(found.left + found.right) / 2, (found.top + found.bottom) / 2];
}

/** The path around a polygon, its corners rounded; seen from a point. */
export function outline(points: readonly Point[], rounding: number, from: Point = [0, 0]): string {
  let path = '';
  points.forEach(([px, py], at) => {
    const [x, y] = [px - from[0], py - from[1]];
    const cuts = [points.at(at - 1)!, points[(at + 1) % points.length]!].map(([ox, oy]) => {
      const [dx, dy] = [ox - px, oy - py];
      const share = Math.min(rounding / (Math.hypot(dx, dy) || 1), 0.5);
      return `${digits(x + dx * share)} ${digits(y + dy * share)}`;
    });
    path += `${path ? 'L' : 'M'}${cuts[0]}`;
    if (rounding) path += `Q${digits(x)} ${digits(y)} ${cuts[1]}`;
  });
  return `${path}Z`;
}

/** The area along a line: so far to both sides. */
export function strip([x1, y1]: Point, [x2, y2]: Point, half: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [((y2 - y1) / length) * half, ((x1 - x2) / length) * half];
  return outline(
    [
      [x1 + nx, y1 + ny],
      [x2 + nx, y2 + ny],
      [x2 - nx, y2 - ny],
      [x1 - nx, y1 - ny],
    ],
    0,
  );
}

export function digits(number: number): number {
  return Math.round(number * 100) / 100;
}
