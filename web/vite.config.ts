import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { serviceWorker } from './service-worker-plugin.js';

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), serviceWorker()],
  resolve: mode === 'test' ? { conditions: ['browser'] } : {}, // or tests would get Svelte's server build
  build: {
    outDir: '../src/nodarium/server/built', // the server and a wheel find it there
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy forbids data: scripts and fonts
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  test: {
    include: ['src/**/*.test.ts'],
    environment: './src/test/environment.ts',
    setupFiles: './src/test/setup.ts',
  },
}));
