/** Compares two scenes. */
import type { Scene, Shape } from './api';
import { read } from './texts';

/** Return the keys of pieces that appeared, moved or changed. Labels say where a piece is, so they show a move. */
export function changedKeys(before: Scene, after: Scene): Set<string> {
  const oldShapes = new Map(before.shapes.map((shape) => [shape.key, shape]));
  const changed = new Set<string>();
  for (const shape of after.shapes) {
    if (shape.when || shape.legal) continue;
    if (shape.shape === 'curve' && shape.width) continue; // a drawn line is a mark itself
    const old = oldShapes.get(shape.key);
    if (shape.shape === 'group') {
      const pieces = listPieces(shape);
      const before = old ? listPieces(old) : '';
      if (before !== pieces || (pieces && old && hasNewLabel(old, shape))) changed.add(shape.key);
    } else if (!old && isTile(shape)) {
      changed.add(shape.key);
    } else if (isPiece(shape) && (!old || !isPiece(old) || hasNewLabel(old, shape))) {
      changed.add(shape.key);
    }
  }
  return changed;
}

/** Labels are compared as the reader sees them: a scene from a socket has messages, one from HTTP has sentences. */
function hasNewLabel(old: Shape, shape: Shape): boolean {
  return read(old.label ?? '') !== read(shape.label ?? '');
}

const PIECE_ROLES = ['piece', 'card', 'back'];
const STATES = ['dim', 'strong', 'dashed', 'hatched'];

function isPiece(shape: Shape): boolean {
  return 'style' in shape && PIECE_ROLES.includes(shape.style.split(' ')[0]!);
}

/** Whether a place has been drawn as a thing of its own, so that it can be new. */
function isTile(shape: Shape): boolean {
  return shape.shape === 'art' && shape.style.startsWith('cell') && !shape.legal;
}

/** What of a group counts: its pieces, and symbols that show an owner.
 *
 * A piece changes with its state, but a card is dim or strong only to show what can be done with it.
 */
function listPieces(shape: Shape): string {
  const inner = shape.shape === 'group' ? shape.shapes : [];
  return inner
    .flatMap((part) => {
      if (!('style' in part)) return [];
      const words = part.style.split(' ');
      const isOwned = words[0] === 'art' && words.some((word) => word.startsWith('seat-'));
      if (!isPiece(part) && !isOwned) return [];
      const kept = words[0] === 'piece' ? words : words.filter((word) => !STATES.includes(word));
      return `${part.key} ${kept.join(' ')}`;
    })
    .join();
}
