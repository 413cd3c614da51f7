/** Finds out whose a shape is, from the words of its style. */
import type { Shape } from './api';

function wordsOf(style: string): string[] {
  return style.split(' ').slice(1);
}

/** Return the words that tell a seat's pieces from all others, such as its number or its hue. */
function ownWords(pieceStyle: string): string[] {
  return wordsOf(pieceStyle).filter((word) => word !== 'strong' && word !== 'dim');
}

/** Whether a shape or a part of it is one of the pieces with a style, or belongs to their owner. */
export function belongsTo(shape: Shape, pieceStyle: string): boolean {
  if ('style' in shape && shape.style.startsWith('way')) return true; // shows how they won
  if (shape.shape === 'group') return shape.shapes.some((part) => belongsTo(part, pieceStyle));
  const words = wordsOf(shape.style);
  const own = ownWords(pieceStyle);
  const seat = own.find((word) => word.startsWith('seat-'));
  if (seat) return words.includes(seat);
  const isThing = /^(piece|art|link)/.test(shape.style);
  return isThing && own.length > 0 && own.every((word) => words.includes(word));
}

/** Return the keys of the shapes that belong to nobody with these pieces. */
export function keysOfOthers(shapes: readonly Shape[], pieceStyles: readonly string[]): Set<string> {
  const others = shapes.filter((shape) => !pieceStyles.some((style) => belongsTo(shape, style)));
  return new Set(others.map(({ key }) => key));
}
