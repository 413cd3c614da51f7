import type { Point } from './geometry';
import { nearest, type Direction } from './targets';

const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Whether a key press belongs to a form field, a tab or a dialog, or is a shortcut of the browser. */
export function isForeignKey(event: KeyboardEvent): boolean {
  const field = (event.target as Element).closest(
    'input, select, textarea, [role=tab], [role=tabpanel], dialog',
  );
  return !!field || event.metaKey || event.ctrlKey || event.altKey;
}

export function directionOf(event: KeyboardEvent): Direction | undefined {
  return DIRECTIONS[event.key];
}

/** Moves the focus between the elements with a `data-target`. */
export class TargetFocus {
  #lastPoint: Point | null = null; // where to go on if the focused target has gone

  /** Focus the nearest target in a direction. Return its key, or undefined if there is none. */
  move(root: HTMLElement, direction: Direction): string | undefined {
    const elements = [...root.querySelectorAll<HTMLElement | SVGElement>('[data-target]')];
    const points = new Map(elements.map((element) => [element, middleOf(element)]));
    const focused = elements.find((element) => element === document.activeElement);
    const from = focused ? points.get(focused)! : this.#lastPoint;
    const next = (from && nearest(from, points, direction)) ?? (focused ? undefined : elements[0]);
    if (!next) return undefined;
    next.focus();
    this.#lastPoint = points.get(next)!;
    return next.dataset.target!;
  }
}

function middleOf(element: Element): Point {
  const rect = element.getBoundingClientRect();
  return [rect.left + rect.width / 2, rect.top + rect.height / 2];
}
