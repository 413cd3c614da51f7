/** The drawings that scenes use by name. Each game's are fetched once, when one of them is first needed. */
import { SvelteMap } from 'svelte/reactivity';
import { getCached, type GameSymbol } from './api';
import { shadeFor, type Theme } from './paint';

const OWN_SHADES = ['soft', 'full', 'line', 'ink', 'over'];
const symbols = new SvelteMap<string, GameSymbol>();
const requested = new Set<string>();

export function allSymbols(): Iterable<GameSymbol> {
  return symbols.values();
}

/** Return a symbol, or undefined until it has arrived. Its name starts with the id of its game. */
export function findSymbol(name: string): GameSymbol | undefined {
  const found = symbols.get(name);
  if (!found) void loadSymbols(name.split('-')[0]!);
  return found;
}

export async function loadSymbols(game: string): Promise<void> {
  if (requested.has(game)) return;
  requested.add(game);
  try {
    for (const symbol of await getCached<GameSymbol[]>(`games/${game}/symbols`))
      symbols.set(symbol.name, symbol);
  } catch {
    requested.delete(game); // the next scene tries again
  }
}

export function symbolId(name: string, theme: Theme): string {
  return `symbol-${theme}-${name}`;
}

/** Return the colour of a part: fixed, or a variable that each use of the symbol sets. */
export function partColour(words: string | undefined, theme: Theme): string {
  if (!words) return 'none';
  return OWN_SHADES.includes(words) ? `var(--own-${words})` : shadeFor(words, '', theme);
}

/** Return the variables for a use of a symbol. */
export function ownColours(style: string, theme: Theme): string {
  return OWN_SHADES.map((shade) => `--own-${shade}:${shadeFor(shade, style || 'art', theme)}`).join(';');
}
