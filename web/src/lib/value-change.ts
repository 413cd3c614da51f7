/** What a move did to its seat's win probability, in words. */
import { formatPercent } from './formats';
import { t, type Text } from './texts';

interface Judged {
  before: number;
  after: number;
  value_loss: number | null; // compared with the bot's choice
  better: Text; // the bot's choice, if it is better
}

/** Return the change in percentage points, as the difference of the rounded values that the chart shows. */
export function pointChange({ before, after }: Pick<Judged, 'before' | 'after'>): number {
  return Math.round(after * 100) - Math.round(before * 100);
}

/** Say what a mistake cost. Where the move was the best one, the bot had misjudged the position before it. */
export function describeChange(move: Judged): string {
  const points = pointChange(move);
  if (move.better && move.value_loss !== null) {
    const isAllOfIt = Math.abs(move.before - move.after - move.value_loss) < 0.005; // or else luck had a part in it
    const lost = isAllOfIt ? -points : Math.round(move.value_loss * 100);
    if (lost > 0) return t('value-change', { change: 'loss', percent: formatPercent(lost / 100) });
  }
  const change = points < 0 ? 'worse' : points > 0 ? 'better' : 'none';
  return t('value-change', { change, percent: formatPercent(Math.abs(points) / 100) });
}
