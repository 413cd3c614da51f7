/** Shows what others do step by step: each step waits until the reader has seen the one before it. */

export const STEP_MS = 700; // how long a step is shown before the next one
export const OWN_MS = 450; // the same for a step of the reader, who knows what they did
export const TURN_MS = 6000; // how long a whole turn takes at most; its steps follow faster if there are many
const SHORTEST_MS = 150;

interface Waiting<Step> {
  step: Step;
  stageMs: number;
}

export class StageQueue<Step> {
  /** How many steps wait to be shown. */
  length = $state(0);
  readonly #show: (step: Step, isSkipped: boolean) => void;
  readonly #pace: () => number;
  #waiting: Waiting<Step>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shownAt = -Infinity;
  #holdMs = 0; // how long the step that is shown now should stay
  #stageMs = 0; // how long it has to stay, however many wait
  #turnStart = -Infinity; // when the first of the steps was shown that have followed each other without a pause

  /** `show` is called with each step in order, and whether the next one follows at once. All durations are multiplied
   * by the pace; with 0 no step waits. */
  constructor(show: (step: Step, isSkipped: boolean) => void, pace: () => number) {
    this.#show = show;
    this.#pace = pace;
  }

  /** Show a step when the ones before it have been seen. It has to stay for `stageMs`, whatever the pace. */
  add(step: Step, stageMs = 0): void {
    if (!this.#pace()) return this.showNow(step, 0, stageMs);
    this.#waiting.push({ step, stageMs });
    this.#schedule();
  }

  /** Show a step at once, after all that wait. */
  showNow(step: Step, holdMs = 0, stageMs = 0): void {
    this.#skipAll(true);
    this.#turnStart = Date.now();
    this.#present({ step, stageMs }, holdMs, false);
  }

  /** Show the newest step at once. */
  skip(): void {
    this.#stageMs = this.#holdMs = 0;
    this.#skipAll(false);
  }

  /** Show the next step at once. */
  next(): void {
    this.#stageMs = this.#holdMs = 0;
    this.#schedule();
  }

  /** Change the last step that waits. Return whether there was one. */
  amendLast(change: (step: Step) => Step): boolean {
    const last = this.#waiting.at(-1);
    if (last) last.step = change(last.step);
    return !!last;
  }

  /** Change every step that waits. */
  amendAll(change: (step: Step) => Step): void {
    for (const waiting of this.#waiting) waiting.step = change(waiting.step);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length) {
      const now = Date.now();
      if (now >= this.#shownAt + Math.max(this.#holdMs, this.#stageMs)) this.#turnStart = now;
      const delay = this.#shownAt + this.#currentHold() - now;
      if (delay <= 0) {
        this.#present(this.#waiting.shift()!, STEP_MS * this.#pace(), false);
        return this.#schedule();
      }
      this.#timer = setTimeout(() => this.#advance(), delay);
    }
    this.length = this.#waiting.length;
  }

  #advance(): void {
    const first = this.#waiting.shift();
    if (first) this.#present(first, STEP_MS * this.#pace(), false);
    this.#schedule();
  }

  /** How long the current step stays, given how many wait and how long the turn has taken so far. */
  #currentHold(): number {
    const left = this.#turnStart + TURN_MS * this.#pace() - this.#shownAt;
    const share = Math.max(SHORTEST_MS, left / this.#waiting.length);
    return Math.max(this.#stageMs, Math.min(this.#holdMs, share));
  }

  #skipAll(isSkipped: boolean): void {
    clearTimeout(this.#timer);
    const waiting = this.#waiting;
    this.#waiting = [];
    this.length = 0;
    waiting.forEach((one, index) => this.#present(one, 0, isSkipped || index < waiting.length - 1));
  }

  #present({ step, stageMs }: Waiting<Step>, holdMs: number, isSkipped: boolean): void {
    this.#shownAt = Date.now();
    this.#holdMs = isSkipped ? 0 : holdMs;
    this.#stageMs = isSkipped ? 0 : stageMs;
    this.#show(step, isSkipped);
  }
}
