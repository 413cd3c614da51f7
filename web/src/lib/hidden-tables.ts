/** The tables that the user has removed from the front page in this browser. */
import type { TableSummary } from './api';
import { loadJson, saveSetting } from './storage';

const KEY = 'hidden-tables';
const MAX_HIDDEN = 200; // the oldest are forgotten

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

export function hideTable(id: string): void {
  const hidden = loadJson(KEY, isTextList, []).filter((one) => one !== id);
  saveSetting(KEY, JSON.stringify([...hidden, id].slice(-MAX_HIDDEN)));
}

/** Return the user's tables to go on with: those where it is their turn first, without the ones they have removed. */
export function tablesToContinue(tables: readonly TableSummary[]): TableSummary[] {
  const hidden = new Set(loadJson(KEY, isTextList, []));
  return tables
    .filter(({ id, status }) => (status === 'open' || status === 'playing') && !hidden.has(id))
    .sort((one, other) => Number(other.your_turn ?? false) - Number(one.your_turn ?? false));
}
