/** The keyboard shortcuts. The cheat sheet is drawn from this table.
 *
 * A shortcut presses the element that names its key as `aria-keyshortcuts`, so each does just what a click does.
 * Arrows, Enter and Escape belong to the board and the review, which handle them themselves.
 */
export interface Shortcut {
  what: string; // as in the message `shortcut-name`
  keys: readonly string[]; // as in `KeyboardEvent.key`
  place: 'page' | 'table' | 'review';
}

export const SHORTCUTS: readonly Shortcut[] = [
  { what: 'help', keys: ['?'], place: 'page' },
  { what: 'home', keys: ['h'], place: 'page' },
  { what: 'preferences', keys: ['s'], place: 'page' },
  { what: 'mute', keys: ['m'], place: 'page' },
  { what: 'move', keys: ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight'], place: 'table' },
  { what: 'select', keys: ['Enter'], place: 'table' },
  { what: 'back', keys: ['Escape'], place: 'table' },
  { what: 'digits', keys: ['1', '…', '9'], place: 'table' },
  { what: 'undo', keys: ['u'], place: 'table' },
  { what: 'resign', keys: ['f'], place: 'table' },
  { what: 'log', keys: ['l'], place: 'table' },
  { what: 'rules', keys: ['r'], place: 'table' },
  { what: 'chat', keys: ['c'], place: 'table' },
  { what: 'previous', keys: ['ArrowLeft'], place: 'review' },
  { what: 'next', keys: ['ArrowRight'], place: 'review' },
  { what: 'first', keys: ['Home'], place: 'review' },
  { what: 'last', keys: ['End'], place: 'review' },
];

const BAR_TARGETS = '.bar [data-target]';
const FIELDS = 'input:not([type=range], [type=radio], [type=checkbox]), select, textarea, [contenteditable]';

/** Press what a key stands for. */
export function pressShortcut(event: KeyboardEvent, showHelp: () => void): void {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.repeat) return;
  if ((event.target as Element).closest(`${FIELDS}, dialog`)) return;
  if (event.key === '?') return showHelp();
  const element = elementFor(event.key);
  if (!element) return;
  event.preventDefault(); // a field that gets the focus must not get the letter
  element.click();
  if (element.matches('[role=tab]')) showTab(element);
}

function elementFor(key: string): HTMLElement | undefined {
  if (key >= '1' && key <= '9') return visible(BAR_TARGETS)[Number(key) - 1];
  const isLetter = SHORTCUTS.some(({ keys }) => keys.includes(key)) && key.length === 1;
  return isLetter ? visible(`[aria-keyshortcuts="${key}"]`)[0] : undefined;
}

function visible(selector: string): HTMLElement[] {
  const elements = [...document.querySelectorAll<HTMLElement>(selector)];
  return elements.filter((element) => element.checkVisibility() && !element.matches(':disabled'));
}

/** Bring a tab into view, with the focus on the field in it, if it has one. */
function showTab(tab: HTMLElement): void {
  tab.scrollIntoView({ block: 'nearest' });
  requestAnimationFrame(() => {
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    (panel?.querySelector<HTMLElement>('input:not([type=search]), textarea') ?? tab).focus();
  });
}
