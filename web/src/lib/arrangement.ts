/** Where the panels of a table stand around its board. Pure functions on scenes. */
import type { Panel, Row } from './api';

export interface Arrangement {
  rivals: Panel[]; // at the far side
  own: Panel[]; // at the near side
  others: Panel[]; // at the right: a supply, prices, a legend
  dials: Panel[]; // below them
  dock: Panel[]; // below the board, where the hand is
}

const HANDLED = new Set(['fan', 'pile', 'slots', 'drum']); // layouts with tokens to select

function hasRow(panel: Panel, test: (row: Row) => boolean): boolean {
  return panel.rows.some(test);
}
const isDial = (panel: Panel) => hasRow(panel, ({ layout }) => layout === 'drum');
const isLegend = (panel: Panel) => !hasRow(panel, ({ layout }) => layout !== 'legend');
const hasPrices = (panel: Panel) => hasRow(panel, ({ layout }) => layout === 'price');

/** Arrange the panels around a wide board. `near` is the seat at the near side. */
export function arrangePanels(panels: readonly Panel[], near: number): Arrangement {
  const docked = panels.filter(({ dock }) => dock);
  const free = panels.filter(({ dock, seat }) => !dock && seat == null);
  const seated = panels.filter(({ dock, seat }) => !dock && seat != null);
  return {
    rivals: seated.filter(({ seat }) => seat !== near),
    own: seated.filter(({ seat }) => seat === near),
    others: free.toSorted((a, b) => weight(a) - weight(b)),
    dials: docked.filter(isDial),
    dock: docked.filter((panel) => !isDial(panel)),
  };
}

/** Arrange them above and below a board that is as wide as the screen.
 *
 * The panels of seats become strips. If the near seat has nothing in the dock, its panel with tokens takes that place.
 */
export function stackPanels(panels: readonly Panel[], near: number): Arrangement {
  const { rivals, own, others, dials, dock } = arrangePanels(panels, near);
  const hand = dials.length + dock.length ? [] : own.filter((panel) => hasRow(panel, holdsTokens));
  return {
    rivals,
    own: own.filter((panel) => !hand.includes(panel)),
    others: others.filter((panel) => !hasPrices(panel)),
    dials: [],
    dock: [...dock, ...dials, ...hand, ...others.filter(hasPrices)],
  };
}

/** What stands at the right, from the most to the least important: the last ones have no room on a small screen. */
function weight(panel: Panel): number {
  if (hasRow(panel, holdsTokens) || hasPrices(panel)) return 0;
  return isLegend(panel) ? 2 : 1;
}

/** Whether a row has tokens that look as if they could be selected; symbols with a number only count something. */
function holdsTokens({ layout, tokens }: Row): boolean {
  if (!layout) return (tokens ?? []).filter(({ symbol }) => !symbol).length > 1; // one shows what was chosen
  return !!tokens?.length && HANDLED.has(layout);
}

/** Return the keys of all tokens of some panels. */
export function tokensIn(panels: readonly Panel[]): Set<string> {
  return new Set(
    panels.flatMap(({ rows }) => rows.flatMap((row) => (row.tokens ?? []).map(({ key }) => key))),
  );
}

/** Return the panels whose tokens can be selected where they stand. */
export function panelsInSight(arrangement: Arrangement, isNarrow: boolean): Panel[] {
  const { rivals, own, others, dials, dock } = arrangement;
  return isNarrow ? dock : [...rivals, ...own, ...others, ...dials, ...dock];
}
