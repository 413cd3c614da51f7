/** What a move did, as far as two scenes tell. */
import type { Scene, Shape } from './api';
import { centre } from './geometry';
import { isPieceShape } from './scene-layout';

export type ActionKind = 'place' | 'slide' | 'take' | 'gain' | 'reveal';

export function kindOfAction(before: Scene, after: Scene): ActionKind {
  const oldMoments = new Set(before.moments?.map(({ key }) => key));
  if (after.moments?.some(({ key }) => !oldMoments.has(key))) return 'reveal';
  const [old, now] = [piecesOf(before), piecesOf(after)];
  if ([...now.keys()].some((key) => !old.has(key))) return 'place';
  if ([...old.keys()].some((key) => !now.has(key))) return 'take';
  for (const [key, shape] of now) {
    const [[x, y], [oldX, oldY]] = [centre(shape), centre(old.get(key)!)];
    if (x !== oldX || y !== oldY) return 'slide';
  }
  return countTokens(after) > countTokens(before) ? 'gain' : 'place';
}

function piecesOf(scene: Scene): Map<string, Shape> {
  const pieces = scene.shapes.filter((shape) => !shape.when && isPieceShape(shape));
  return new Map(pieces.map((shape) => [shape.key, shape]));
}

function countTokens(scene: Scene): number {
  const rows = scene.panels.filter(({ seat }) => seat != null).flatMap((panel) => panel.rows);
  const tokens = rows.flatMap((row) => row.tokens ?? []);
  const piled = tokens.reduce((sum, { count }) => sum + (count ?? 1), 0);
  return rows.reduce((sum, { gauge }) => sum + (gauge?.[0] ?? 0), piled);
}
