/** What the rows of a panel share: how their tokens look, and what happens when somebody selects one. */
import type { Token } from './api';
import type { Theme } from './paint';

export interface Tokens {
  theme: Theme;
  targets: ReadonlyMap<string, string>; // key and label of what can be selected now
  selected: readonly string[];
  inPanel: readonly Token[]; // all tokens of the panel
  onselect?: (key: string) => void;
  onreplace?: (selected: string, key: string) => void; // takes a selected token back and selects another
  onhighlight?: (key: string) => void; // by pointer or focus; '' for none
  onrule?: (rule: string) => void;
}

export function hasWord(style: string | undefined, word: string): boolean {
  return (style ?? '').split(' ').includes(word);
}

/** Return the style of a token's symbol: the owner and the hue, without the role. */
export function artStyle(style: string): string {
  const [, ...words] = style.split(' ');
  return ['art', ...words.filter((word) => word !== 'strong' && word !== 'dashed')].join(' ');
}

/** Return the tokens of a panel that are selected, in the order in which they were. */
export function selectedTokens({ selected, inPanel }: Tokens): Token[] {
  return selected.flatMap((key) => inPanel.find((token) => token.key === key) ?? []);
}

/** Return how many are left in a pile, without those that are selected. */
export function countLeft(token: Token, selected: readonly string[]): number {
  return Math.max(0, (token.count ?? 1) - selected.filter((key) => key === token.key).length);
}

export interface Place {
  x: number; // of the middle, from the middle of the fan
  y: number;
  turn: number; // in degrees
}

export const ARC = 10; // how far the outermost cards of a fan lie lower, at most

/** Return where the cards of a fan lie. They move together until all fit into a width. */
export function fanPlaces(count: number, width: number, card: number, step: number, turn: number): Place[] {
  const fitting = count > 1 ? (width - card) / (count - 1) : step;
  const apart = Math.max(0, Math.min(step, fitting));
  const angle = count > 1 ? Math.min(turn, 20 / (count - 1)) : 0; // a full hand stays a flat arc
  const edge = (count - 1) / 2;
  const arc = Math.min(1.2, edge ? ARC / edge ** 2 : 0);
  return Array.from({ length: count }, (_, index) => {
    const place = index - (count - 1) / 2;
    return { x: place * apart, y: place * place * arc, turn: place * angle };
  });
}
