import type { Scene } from './api';
import { read } from './texts';
import { nextTargets, openPaths, selectTarget } from './targets';

/** The move that the user puts together, target by target. */
export class MoveSelection {
  selected = $state.raw<readonly string[]>([]);
  losingMove = $state(''); // a move that would lose at once, until the user confirms or drops it
  pendingMove = $state(''); // a complete move that the user still has to confirm, if they want to confirm each
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
    const keys = [...nextTargets(this.paths, this.#open)];
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

  /** What comes next, if the last selected target says so. */
  prompt = $derived.by(() => {
    const last = this.selected.at(-1);
    const prompts = this.#scene()?.targets.find(({ key }) => key === last)?.prompts ?? [];
    return read(prompts[this.selected.length - 1] ?? prompts.at(-1) ?? '');
  });

  labelOf(key: string): string {
    return this.labels.get(key) ?? key;
  }

  /** The selected targets that can be continued: the last one of a pending move can still be replaced. */
  get #open(): readonly string[] {
    return this.pendingMove ? this.selected.slice(0, -1) : this.selected;
  }

  /** Select a target. Return the move if this completes one, and otherwise whether the target was accepted.
   *
   * If the user confirms each move, a complete one is pending until its last target is selected again.
   */
  select(key: string, confirms = false): { move?: string; accepted: boolean } {
    if (this.pendingMove && key === this.selected.at(-1)) return { move: this.confirm(), accepted: true };
    const open = this.#open;
    const { selected, move, refused } = selectTarget(this.paths, open, key);
    if (refused) return { accepted: false };
    this.pendingMove = (confirms && move) || '';
    if (!this.pendingMove) this.selected = selected;
    else this.selected = nextTargets(this.paths, open).has(key) ? [...open, key] : [key];
    return { move: confirms ? undefined : move, accepted: true };
  }

  /** Return the pending move and clear it. */
  confirm(): string {
    const move = this.pendingMove;
    this.pendingMove = '';
    this.selected = [];
    return move;
  }

  stepBack(): void {
    this.selected = this.selected.slice(0, -1);
    this.pendingMove = '';
  }

  /** Drop what a new scene no longer allows. */
  update(): void {
    if (this.pendingMove && !this.paths.some(({ move }) => move === this.pendingMove)) this.confirm();
    if (this.#open.length && !openPaths(this.paths, this.#open).length) this.confirm();
    if (!this.targets.has(this.#lastFocused)) this.#lastFocused = '';
  }
}
