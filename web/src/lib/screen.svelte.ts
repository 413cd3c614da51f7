/** How much room the page has. */
import { MediaQuery } from 'svelte/reactivity';

const narrow = new MediaQuery('max-width: 999px');
const short = new MediaQuery('max-height: 800px');

export const screen = {
  /** Whether everything stands below one another. */
  get isNarrow(): boolean {
    return narrow.current;
  },
  /** Whether cards and piles have to be low. */
  get isShort(): boolean {
    return short.current;
  },
};
