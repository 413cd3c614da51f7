/** Builds `src/service-worker.ts` into one file, and tells it which files the page consists of. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const NAME = 'service-worker.js';

/** @returns {import('vite').Plugin} */
export function serviceWorker() {
  return {
    name: 'service-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/service-worker.ts', fileName: NAME });
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[NAME];
        if (worker?.type !== 'chunk') throw new Error('the service worker is missing');
        const published = readdirSync('public');
        const built = Object.keys(bundle).filter((name) => name !== NAME && name !== 'index.html');
        const entry = Object.values(bundle).find(
          (one) => one.type === 'chunk' && one.isEntry && one !== worker,
        );
        const digest = createHash('sha256').update(worker.code);
        for (const name of built) digest.update(name);
        for (const name of published) digest.update(readFileSync(`public/${name}`));
        const build = {
          version: digest.digest('hex').slice(0, 12),
          entry: `/${entry.fileName}`,
          files: [...built, ...published].map((name) => `/${name}`).sort(),
        };
        worker.code = worker.code.replace('__BUILD__', JSON.stringify(build));
      },
    },
  };
}
