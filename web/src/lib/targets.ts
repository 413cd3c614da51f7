/** Each move is a path of targets. Finds what you can select next, which move a path makes, and the nearest target. */
import type { Path } from './api';
import type { Point } from './geometry';

/** Return the paths that continue the selected targets. */
export function openPaths(paths: readonly Path[], selected: readonly string[]): Path[] {
  return paths.filter(
    ({ targets }) =>
      targets.length > selected.length && selected.every((key, index) => targets[index] === key),
  );
}

/** Return the targets that can be selected next. */
export function nextTargets(paths: readonly Path[], selected: readonly string[]): Set<string> {
  return new Set(openPaths(paths, selected).map(({ targets }) => targets[selected.length]!));
}

export interface Selection {
  selected: string[];
  move?: string; // set once a path is complete
  refused?: true; // no path continues like this
}

/** Select a target. The last one again deselects it; one that doesn't continue the path may start a new one. */
export function selectTarget(paths: readonly Path[], selected: readonly string[], key: string): Selection {
  if (nextTargets(paths, selected).has(key)) return complete(paths, [...selected, key]);
  if (selected.at(-1) === key) return { selected: selected.slice(0, -1) };
  if (selected.length && nextTargets(paths, []).has(key)) return complete(paths, [key]);
  return { selected: [...selected], refused: true };
}

function complete(paths: readonly Path[], selected: string[]): Selection {
  const path = paths.find(
    ({ targets }) =>
      targets.length === selected.length && targets.every((key, index) => selected[index] === key),
  );
  return path ? { selected: [], move: path.move } : { selected };
}

export type Direction = 'left' | 'right' | 'up' | 'down';
const STEPS: Record<Direction, Point> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
const SIDEWAYS_WEIGHT = 2.5; // a point straight ahead counts as nearer than one to the side

/** Return the key of the nearest point in a direction. */
export function nearest<K>(
  from: Point,
  points: Iterable<readonly [K, Point]>,
  direction: Direction,
): K | undefined {
  const [dx, dy] = STEPS[direction];
  let best: K | undefined;
  let shortest = Infinity;
  for (const [key, [x, y]] of points) {
    const ahead = (x - from[0]) * dx + (y - from[1]) * dy;
    const sideways = Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
    const distance = ahead + SIDEWAYS_WEIGHT * sideways;
    if (ahead > 0.01 && distance < shortest) {
      shortest = distance;
      best = key;
    }
  }
  return best;
}
