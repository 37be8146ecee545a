/** Bundles happy-dom into one file before the first test, unless an earlier run has done it. See `page.ts`. */
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { build } from 'vite';
import { BUNDLE } from './page';

export default async function bundlePage(): Promise<void> {
  if (existsSync(BUNDLE)) return;
  // Two runs may start at the same time, so each writes a file of its own first.
  const unfinished = `${BUNDLE}.${process.pid}.mjs`;
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: createRequire(import.meta.url).resolve('happy-dom'),
      outDir: dirname(BUNDLE),
      emptyOutDir: false,
      minify: false,
      // Libraries look at the names of the page's classes.
      rolldownOptions: {
        output: { keepNames: true, entryFileNames: basename(unfinished), codeSplitting: false },
      },
    },
  });
  await rename(unfinished, BUNDLE);
}
