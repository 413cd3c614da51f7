/** Loads the page's texts in English before each file of tests. */
import { loadTexts } from '../lib/texts';

await loadTexts('en');
