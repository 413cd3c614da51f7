/** Moves are paths of targets: what can be chosen next, what a choice means, and which target lies in a direction. */
import type { Path } from './api';
import type { Point } from './geometry';

/** The paths that go on from what is chosen. */
export function open(paths: readonly Path[], chosen: readonly string[]): Path[] {
  return paths.filter(
    ({ targets }) => targets.length > chosen.length && chosen.every((key, at) => targets[at] === key),
  );
}

/** What can be chosen next. */
export function continuations(paths: readonly Path[], chosen: readonly string[]): Set<string> {
  return new Set(open(paths, chosen).map(({ targets }) => targets[chosen.length]!));
}

export interface Choice {
  chosen: string[];
  move?: string; // the whole path is chosen
  refused?: true; // nothing goes on like this
}

/** What choosing a target leads to. One that does not go on may begin anew; the last one again takes it back. */
export function choose(paths: readonly Path[], chosen: readonly string[], key: string): Choice {
  const longer = [...chosen, key];
  if (continuations(paths, chosen).has(key)) return settled(paths, longer);
  if (chosen.at(-1) === key) return { chosen: chosen.slice(0, -1) };
  if (chosen.length && continuations(paths, []).has(key)) return settled(paths, [key]);
  return { chosen: [...chosen], refused: true };
}

function settled(paths: readonly Path[], chosen: string[]): Choice {
  const whole = paths.find(
    ({ targets }) => targets.length === chosen.length && targets.every((key, at) => chosen[at] === key),
  );
  return whole ? { chosen: [], move: whole.move } : { chosen };
}

export type Direction = 'left' | 'right' | 'up' | 'down';
const STEPS: Record<Direction, Point> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The nearest place in a direction: what lies straight ahead counts as nearer than what lies aside. */
export function nearest<K>(
  from: Point,
  places: Iterable<readonly [K, Point]>,
  direction: Direction,
): K | undefined {
  const [dx, dy] = STEPS[direction];
  let best: K | undefined;
  let least = Infinity;
  for (const [key, [x, y]] of places) {
    const ahead = (x - from[0]) * dx + (y - from[1]) * dy;
    const aside = Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
    const far = ahead + 2.5 * aside;
    if (ahead > 0.01 && far < least) {
      least = far;
      best = key;
    }
  }
  return best;
}
