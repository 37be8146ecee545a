// Prints the rendered pages in each language as JSON: {"login": {"th": "<main>…"}, …}. A separate process,
// since it simulates a window. It runs with `-C browser`, so that the router is the browser's build.
import { fileURLToPath } from 'node:url';
import { GlobalRegistrator } from '@happy-dom/global-registrator';
import { runnerImport } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [pages, locales, version] = process.argv.slice(2);

GlobalRegistrator.register({ url: 'http://localhost/' });
await import('fake-indexeddb/auto');
// Simulates a page in its first moment: no request has a response, and no long timer has fired.
globalThis.fetch = () => new Promise(() => {});
const { setTimeout: later } = globalThis;
globalThis.setTimeout = (work, ms = 0, ...args) => (ms < 1000 ? later(work, ms, ...args) : 0);

const { module } = await runnerImport(here('./render-page.tsx'), {
  configFile: false,
  root: here('../..'),
  resolve: { alias: { '@': here('../../src') } },
  define: { __APP_VERSION__: JSON.stringify(version) },
  logLevel: 'error',
});
const rendered = {};
for (const page of pages.split(',')) {
  rendered[page] = {};
  for (const locale of locales.split(','))
    rendered[page][locale] = await module.renderPage(`/${page}`, locale);
}
process.stdout.write(JSON.stringify(rendered), () => process.exit(0));
