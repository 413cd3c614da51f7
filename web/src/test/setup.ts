/** Stands in for the parts of a browser that modules use when they load, and loads the page's texts in English. */
import { loadTexts } from '../lib/texts';

const root = { dataset: {}, style: { setProperty() {} } };
Object.assign(globalThis, {
  document: { documentElement: root },
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  addEventListener() {},
});
await loadTexts('en');
