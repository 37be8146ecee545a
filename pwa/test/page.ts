/**
 * The environment of component tests: a page of happy-dom, like vitest's own `happy-dom` environment. Each test
 * file starts one. It loads happy-dom from one file (`bundle-page.ts`) instead of six hundred, which saves
 * half a second of CPU per test file.
 */
import { fileURLToPath } from 'node:url';
import { populateGlobal, type Environment } from 'vitest/runtime';
import { version } from '../../node_modules/happy-dom/package.json';

/** Files below node_modules are loaded by Node itself, and not by vitest's slower loader. */
export const BUNDLE = fileURLToPath(
  new URL(`../../node_modules/.cache/happy-dom-${version}.mjs`, import.meta.url),
);

/** Globals that Node has, too, and that a page replaces with its own. */
const REPLACED = [
  'Request',
  'Response',
  'MessagePort',
  'fetch',
  'Headers',
  'AbortController',
  'AbortSignal',
  'URL',
  'URLSearchParams',
  'FormData',
];

export default {
  name: 'page',
  viteEnvironment: 'client',
  async setup(global) {
    const { GlobalWindow } = (await import(BUNDLE)) as typeof import('happy-dom');
    const page = new GlobalWindow({ console: global.console, url: 'http://localhost:3000' });
    const { keys, originals } = populateGlobal(global, page, {
      bindFunctions: true,
      additionalKeys: REPLACED,
    });
    return {
      async teardown() {
        await page.happyDOM.abort();
        page.close();
        for (const key of keys) Reflect.deleteProperty(global, key);
        for (const [key, value] of originals) Reflect.set(global, key, value);
      },
    };
  },
} satisfies Environment;
