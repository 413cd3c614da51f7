import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['src/lib/wire.ts', 'node_modules'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  { files: ['service-worker-plugin.js'], languageOptions: { globals: globals.node } },
  {
    rules: {
      'svelte/no-navigation-without-resolve': 'off', // no SvelteKit here
      'svelte/prefer-svelte-reactivity': 'off', // maps and sets that are rebuilt each time need no reactivity
    },
  },
);
