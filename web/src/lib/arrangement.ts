/** Where the panels of a table stand around its board. Pure functions on scenes. */
import type { Panel, Row } from './api';

export interface Arrangement {
  rivals: Panel[]; // at the far side
  own: Panel[]; // at the near side
  others: Panel[]; // at the right: a supply, prices, a legend
  dials: Panel[]; // below them
  dock: Panel[]; // below the board, where the hand is
}

const HANDLED = new Set(['', 'fan', 'pile', 'drum']); // layouts with tokens to select

function hasRow(panel: Panel, test: (row: Row) => boolean): boolean {
  return panel.rows.some(test);
}
const isDial = (panel: Panel) => panel.rows.length > 0 && !hasRow(panel, ({ layout }) => layout !== 'drum');
const hasPrices = (panel: Panel) => hasRow(panel, ({ layout }) => layout === 'price');

/** Arrange the panels around a wide board. `near` is the seat at the near side. */
export function arrangePanels(panels: readonly Panel[], near: number): Arrangement {
  const docked = panels.filter(({ dock }) => dock);
  const seated = panels.filter(({ dock, seat }) => !dock && seat != null);
  return {
    rivals: seated.filter(({ seat }) => seat !== near),
    own: seated.filter(({ seat }) => seat === near),
    others: panels.filter(({ dock, seat }) => !dock && seat == null),
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

function holdsTokens({ layout, tokens }: Row): boolean {
  return !!tokens?.length && HANDLED.has(layout ?? '');
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
