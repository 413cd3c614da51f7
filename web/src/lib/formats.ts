/** Numbers, dates and times in the reader's language. */
import { currentLocale, t } from './texts';

export function formatPercent(fraction: number): string {
  return new Intl.NumberFormat(currentLocale(), { style: 'percent' }).format(fraction);
}

export function formatTime(milliseconds: number): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(milliseconds);
}

export function formatDate(milliseconds: number): string {
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium' }).format(milliseconds);
}

/** Say when in the game a move was made: "Round 7", or "Turn 14" in a game that counts turns. */
export function describeCount({ turn, round }: { turn: number; round?: number | null }): string {
  return round == null ? t('turn-number', { turn }) : t('round-number', { round });
}
