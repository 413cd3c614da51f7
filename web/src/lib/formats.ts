/** Numbers, dates and times in the reader's language. */
import { currentLocale } from './texts';

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
