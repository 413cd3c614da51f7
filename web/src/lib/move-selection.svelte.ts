import type { Scene } from './api';
import { read } from './texts';
import { nextTargets, openPaths, selectTarget } from './targets';

/** The move that the user puts together, target by target. */
export class MoveSelection {
  selected = $state.raw<readonly string[]>([]);
  losingMove = $state(''); // a move that would lose at once, until the user confirms or drops it
  #scene: () => Scene | null;
  #canMove: () => boolean;
  #lastFocused = $state('');

  constructor(scene: () => Scene | null, canMove: () => boolean) {
    this.#scene = scene;
    this.#canMove = canMove;
  }

  paths = $derived.by(() => (this.#canMove() ? (this.#scene()?.paths ?? []) : []));
  labels = $derived.by(
    () => new Map((this.#scene()?.targets ?? []).map(({ key, label }) => [key, read(label)])),
  );

  /** Keys and labels of what can be selected next. */
  targets = $derived.by((): ReadonlyMap<string, string> => {
    if (this.losingMove) return new Map();
    const keys = [...nextTargets(this.paths, this.selected)];
    return new Map(keys.map((key) => [key, this.labelOf(key)]));
  });

  /** The target that the arrow keys reached last, or else the first one. */
  get current(): string {
    const first: string | undefined = this.targets.keys().next().value;
    return this.targets.has(this.#lastFocused) ? this.#lastFocused : (first ?? '');
  }
  set current(key: string) {
    this.#lastFocused = key;
  }

  /** The shape under the pointer or with the focus; a new scene or another selection resets it. */
  highlighted = $derived.by(() => {
    void [this.#scene(), this.selected.length];
    return '';
  });

  highlightedLabel = $derived.by(() => {
    const shape = this.#scene()?.shapes.find(({ key }) => key === this.highlighted);
    return this.targets.get(this.highlighted) ?? read(shape?.label ?? '');
  });

  /** The labels of the selected targets. */
  path = $derived(this.selected.map((key) => this.labelOf(key)));

  labelOf(key: string): string {
    return this.labels.get(key) ?? key;
  }

  /** Select a target. Return the move if this completes one, and otherwise whether the target was accepted. */
  select(key: string): { move?: string; accepted: boolean } {
    const { selected, move, refused } = selectTarget(this.paths, this.selected, key);
    this.selected = selected;
    return { move, accepted: !refused };
  }

  stepBack(): void {
    this.selected = this.selected.slice(0, -1);
  }

  /** Drop what a new scene no longer allows. */
  update(): void {
    if (this.selected.length && !openPaths(this.paths, this.selected).length) this.selected = [];
    if (!this.targets.has(this.#lastFocused)) this.#lastFocused = '';
  }
}
