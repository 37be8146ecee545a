// Prints what each page looks like in each language: {"login": {"th": "<main>…"}, …}.
// A process of its own, since it lives in a window that only plays one; with
// `-C browser`, so that the router is the browser's.
import { fileURLToPath } from 'node:url';
import { GlobalRegistrator } from '@happy-dom/global-registrator';
import { runnerImport } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [pages, locales, version] = process.argv.slice(2);

GlobalRegistrator.register({ url: 'http://localhost/' });
await import('fake-indexeddb/auto');
// A page in its first moment: nothing has answered, and nobody has waited for anything yet.
globalThis.fetch = () => new Promise(() => {});
const { setTimeout: later } = globalThis;
globalThis.setTimeout = (work, ms = 0, ...args) => (ms < 1000 ? later(work, ms, ...args) : 0);

const { module } = await runnerImport(here('./draw.tsx'), {
  configFile: false,
  root: here('../..'),
  resolve: { alias: { '@': here('../../src') } },
  define: { __APP_VERSION__: JSON.stringify(version) },
  logLevel: 'error',
});
const drawn = {};
for (const page of pages.split(',')) {
  drawn[page] = {};
  for (const locale of locales.split(',')) drawn[page][locale] = await module.draw(`/${page}`, locale);
}
process.stdout.write(JSON.stringify(drawn), () => process.exit(0));
