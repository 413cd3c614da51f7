/** What has changed between two scenes, as far as it is worth a mark: pieces that came, went elsewhere or changed. */
import type { Scene, Shape } from './api';

export function changes(before: Scene, after: Scene): Set<string> {
  const old = new Map((before.shapes as Shape[]).map((shape) => [shape.key, shape]));
  const found = new Set<string>();
  for (const shape of after.shapes as Shape[]) {
    if (shape.when) continue;
    const was = old.get(shape.key);
    if (shape.shape === 'group') {
      if (!was || pieces(was) !== pieces(shape) || (pieces(shape) && was.label !== shape.label))
        found.add(shape.key);
    } else if (isPiece(shape) && (!was || !isPiece(was) || was.label !== shape.label)) {
      found.add(shape.key);
    }
  }
  return found;
}

function isPiece(shape: Shape): boolean {
  return 'style' in shape && shape.style.startsWith('piece');
}

function pieces(shape: Shape): string {
  const inside = shape.shape === 'group' ? (shape.shapes as Shape[]) : [];
  return inside
    .flatMap((part) => (isPiece(part) && 'style' in part ? `${part.key} ${part.style}` : []))
    .join();
}
