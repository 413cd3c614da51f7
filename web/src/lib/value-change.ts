/** What a move did to its seat's win probability, in words. */
import { formatPercent } from './formats';
import { t } from './texts';

interface Judged {
  before: number;
  after: number;
}

/** Return the change in percentage points, as the difference of the rounded values that the chart shows. */
export function pointChange({ before, after }: Judged): number {
  return Math.round(after * 100) - Math.round(before * 100);
}

export function describeChange(move: Judged): string {
  const points = pointChange(move);
  const change = points < 0 ? 'loss' : points > 0 ? 'gain' : 'none';
  return t('value-change', { change, percent: formatPercent(Math.abs(points) / 100) });
}
