/** Where the shapes of a board and the tokens of panels are on the screen. */
import type { Scene } from './api';
import { boundingBox } from './geometry';
import { placeShapes } from './scene-layout';
import type { Place } from './staging.svelte';

const BOARD = 'main.table svg.scene[role]'; // pictures in panels have no role

/** Return the places of shapes and tokens with these keys. Those that nobody can see now are left out. */
export function locate(root: ParentNode, keys: Iterable<string>, scene: Scene): Map<string, Place> {
  const places = new Map<string, Place>();
  const wanted = new Set(keys);
  if (!wanted.size) return places;
  const matrix = root.querySelector<SVGSVGElement>(BOARD)?.getScreenCTM();
  const shapes = placeShapes(scene);
  for (const key of wanted) {
    const placed = shapes.get(key);
    const place = placed && matrix ? placeOf(placed, matrix) : placeOfToken(root, key);
    if (place) places.set(key, place);
  }
  return places;
}

/** Shapes may be on their way, so their places come from the scene. */
function placeOf(
  { shape, origin }: { shape: Scene['shapes'][number]; origin: readonly [number, number] },
  matrix: DOMMatrix,
): Place {
  const box = boundingBox(shape);
  const [dx, dy] = shape.shape === 'group' ? [origin[0] - shape.x, origin[1] - shape.y] : origin;
  return {
    x: matrix.e + matrix.a * ((box.left + box.right) / 2 + dx),
    y: matrix.f + matrix.d * ((box.top + box.bottom) / 2 + dy),
    width: matrix.a * (box.right - box.left),
    height: matrix.d * (box.bottom - box.top),
  };
}

function placeOfToken(root: ParentNode, key: string): Place | undefined {
  const name = CSS.escape(key);
  for (const element of root.querySelectorAll<HTMLElement>(
    `main.table :is([data-token="${name}"], [data-panel="${name}"])`,
  )) {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width) return { x: left + width / 2, y: top + height / 2, width, height };
  }
  return undefined;
}
