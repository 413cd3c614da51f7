/** How the page looks, sounds and moves in this browser. The reader chooses it in "Display and sound".
 *
 * Each preference is stored under its own name, and shown on the root element: as `data-*`, and as the CSS variable
 * `--pace`, by which every duration is multiplied.
 */
import { setLook, type Theme } from './paint';
import { loadSetting, removeSetting, saveSetting } from './storage';

/** The values of each preference, in the order in which they are offered. */
export const CHOICES = {
  theme: ['system', 'light', 'dark'],
  contrast: ['system', 'normal', 'more'],
  palette: ['standard', 'distinct'],
  pace: ['off', 'slow', 'normal', 'fast'], // of everything that moves
  board: ['normal', 'large'],
  handed: ['left', 'right'], // the side of the bar's buttons
  coordinates: ['off', 'on'],
  confirm: ['off', 'on'], // a move is sent only after a second look
  shortcuts: ['off', 'on'], // keys that are single letters
  notify: ['off', 'on'], // of your turn, while the page is hidden
  muted: ['no', 'yes'],
} as const;
export type Preference = keyof typeof CHOICES;
export type Choice<Name extends Preference> = (typeof CHOICES)[Name][number];
type Choices = { [Name in Preference]: Choice<Name> };

export const DEFAULTS: Choices = {
  theme: 'system',
  contrast: 'system',
  palette: 'standard',
  pace: 'normal',
  board: 'normal',
  handed: 'right',
  coordinates: 'on',
  confirm: 'off',
  shortcuts: 'on',
  notify: 'off',
  muted: 'no',
};
const PACES: Record<Choice<'pace'>, number> = { off: 0, slow: 2, normal: 1, fast: 0.5 };
const DEFAULT_VOLUME = 0.7;
const NAMES = Object.keys(CHOICES) as Preference[];

/** Return a stored value if it is still one of the choices, else the default. */
export function readChoice<Name extends Preference>(name: Name, stored: string | null): Choice<Name> {
  const choices: readonly Choice<Name>[] = CHOICES[name];
  return choices.find((choice) => choice === stored) ?? DEFAULTS[name];
}

export function readVolume(stored: string | null): number {
  const volume = stored?.trim() ? Number(stored) : NaN;
  return volume >= 0 && volume <= 1 ? volume : DEFAULT_VOLUME;
}

/** What the system asks for. */
class MediaWish {
  matches = $state(false);

  constructor(query: string, onchange: () => void) {
    const list = matchMedia(query);
    this.matches = list.matches;
    list.addEventListener('change', () => {
      this.matches = list.matches;
      onchange();
    });
  }
}

export class Preferences {
  #choices = $state<Choices>(this.#load());
  #volume = $state(readVolume(loadSetting('volume')));
  readonly #dark = new MediaWish('(prefers-color-scheme: dark)', () => this.#show());
  readonly #strong = new MediaWish('(prefers-contrast: more)', () => this.#show());
  readonly #forced = new MediaWish('(forced-colors: active)', () => this.#show());
  readonly #still = new MediaWish('(prefers-reduced-motion: reduce)', () => this.#show());

  constructor() {
    this.#show();
    addEventListener('storage', () => {
      // another tab has changed them
      this.#choices = this.#load();
      this.#volume = readVolume(loadSetting('volume'));
      this.#show();
    });
  }

  get<Name extends Preference>(name: Name): Choice<Name> {
    return this.#choices[name];
  }

  set<Name extends Preference>(name: Name, choice: Choice<Name>): void {
    this.#choices = { ...this.#choices, [name]: choice };
    saveSetting(name, choice);
    this.#show();
  }

  /** From 0 to 1. */
  get volume(): number {
    return this.#volume;
  }
  set volume(volume: number) {
    this.#volume = volume;
    saveSetting('volume', String(volume));
  }

  /** Go back to the defaults. */
  reset(): void {
    for (const name of [...NAMES, 'volume']) removeSetting(name);
    this.#choices = this.#load();
    this.#volume = DEFAULT_VOLUME;
    this.#show();
  }

  // ---- what follows from them and from the system ----

  get theme(): Theme {
    const { theme } = this.#choices;
    return theme === 'system' ? (this.#dark.matches ? 'dark' : 'light') : theme;
  }
  get hasMoreContrast(): boolean {
    const { contrast } = this.#choices;
    return contrast === 'system' ? this.#strong.matches || this.#forced.matches : contrast === 'more';
  }
  /** What every duration is multiplied by. 0 if nothing may move. */
  get pace(): number {
    return this.#still.matches ? 0 : PACES[this.#choices.pace];
  }
  /** Whether the system forbids motion, whatever the reader chooses here. */
  get isStill(): boolean {
    return this.#still.matches;
  }
  get isMuted(): boolean {
    return this.#choices.muted === 'yes';
  }
  get isLeftHanded(): boolean {
    return this.#choices.handed === 'left';
  }
  get hasLargeBoard(): boolean {
    return this.#choices.board === 'large';
  }
  get coordinates(): boolean {
    return this.#choices.coordinates === 'on';
  }
  get confirmsMoves(): boolean {
    return this.#choices.confirm === 'on';
  }
  get hasShortcuts(): boolean {
    return this.#choices.shortcuts === 'on';
  }
  get notifies(): boolean {
    return this.#choices.notify === 'on';
  }

  #load(): Choices {
    return Object.fromEntries(NAMES.map((name) => [name, readChoice(name, loadSetting(name))])) as Choices;
  }

  #show(): void {
    const { dataset, style } = document.documentElement;
    dataset.theme = this.theme;
    dataset.contrast = this.hasMoreContrast ? 'more' : 'normal';
    for (const name of ['palette', 'board', 'handed', 'coordinates'] as const)
      dataset[name] = this.#choices[name];
    style.setProperty('--pace', String(this.pace));
  }
}

export const preferences = new Preferences();
setLook(() => ({ palette: preferences.get('palette'), hasMoreContrast: preferences.hasMoreContrast }));
