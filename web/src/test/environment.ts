/** A Vitest environment for the page's modules: it compiles runes for the browser, but has no DOM. */
import type { Environment } from 'vitest/environments';

const environment: Environment = {
  name: 'browser-runes',
  viteEnvironment: 'client',
  setup(global) {
    global.navigator ??= { languages: ['en'] }; // Node 20 has none
    return { teardown() {} };
  },
};
export default environment;
