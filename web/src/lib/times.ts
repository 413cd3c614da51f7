/** Dates and times in the reader's language. */
export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

export function formatDate(milliseconds: number): string {
  return new Date(milliseconds).toLocaleDateString(undefined, { dateStyle: 'medium' });
}
