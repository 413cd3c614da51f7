/** Compares two scenes. */
import type { Scene, Shape } from './api';

/** Return the keys of pieces that appeared, moved or changed. Labels say where a piece is, so they show a move. */
export function changedKeys(before: Scene, after: Scene): Set<string> {
  const oldShapes = new Map(before.shapes.map((shape) => [shape.key, shape]));
  const changed = new Set<string>();
  for (const shape of after.shapes) {
    if (shape.when) continue;
    const old = oldShapes.get(shape.key);
    if (shape.shape === 'group') {
      const pieces = listPieces(shape);
      if (!old || listPieces(old) !== pieces || (pieces && old.label !== shape.label)) changed.add(shape.key);
    } else if (isPiece(shape) && (!old || !isPiece(old) || old.label !== shape.label)) {
      changed.add(shape.key);
    }
  }
  return changed;
}

function isPiece(shape: Shape): boolean {
  return 'style' in shape && shape.style.startsWith('piece');
}

function listPieces(shape: Shape): string {
  const inner = shape.shape === 'group' ? shape.shapes : [];
  return inner
    .flatMap((part) => (isPiece(part) && 'style' in part ? `${part.key} ${part.style}` : []))
    .join();
}
