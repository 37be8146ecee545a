// @pure
/**
 * Every class name that a page uses has a rule in the style sheet of that page. Both a misspelt class and a
 * folder that a style sheet does not scan cause the same fault: a slightly wrong rendering. No class name is
 * only for tests or scripts, which use data attributes. So there are no exceptions.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, normalize, relative } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findClassNames, findTexts } from '../../test/class-names';

const SRC = join(import.meta.dirname, '..');
const IMPORT = /(?:from|import)\s*\(?\s*'(@\/|\.{1,2}\/)([^']+)'/g;

let vite: ViteDevServer;

beforeAll(async () => {
  vite = await createServer({
    configFile: false,
    root: join(SRC, '..'),
    plugins: [tailwindcss()],
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
});
afterAll(() => vite.close());

/** Returns every module that a page loads from its entry on. */
function modulesFrom(entry: string, found = new Set<string>()): string[] {
  if (found.has(entry)) return [];
  found.add(entry);
  for (const [, root, path] of readFileSync(entry, 'utf8').matchAll(IMPORT)) {
    const target = root === '@/' ? join(SRC, path!) : normalize(join(entry, '..', root!, path!));
    const file = ['.tsx', '.ts', '/index.ts'].map((end) => target + end).find(existsSync);
    if (file) modulesFrom(file, found);
  }
  return [...found];
}

/** Returns the class names that the rules of a style sheet are for. */
async function ruledBy(sheet: string): Promise<Set<string>> {
  const css = (await vite.transformRequest(`/src/${sheet}?direct`))!.code;
  const selectors = css.matchAll(/\.((?:\\[0-9a-f]+ ?|\\.|[a-z_-])(?:\\[0-9a-f]+ ?|\\.|[\w-])*)/gi);
  const escape = /\\(?:([0-9a-f]+) ?|(.))/gi;
  const plain = (name: string) =>
    name.replace(
      escape,
      (_, code?: string, char?: string) => char ?? String.fromCodePoint(parseInt(code!, 16)),
    );
  return new Set([...selectors].map(([, name]) => plain(name!)));
}

it.each([
  ['the members’ app', 'main.tsx', 'styles/app.css', 700],
  ['the console', 'operator/main.tsx', 'operator/operator.css', 500],
])('every class name of %s has a rule in its style sheet', async (_, entry, sheet, atLeast) => {
  const modules = modulesFrom(join(SRC, entry));
  const used = findClassNames(modules);
  const ruled = await ruledBy(sheet);

  const missing = [...used].filter(([name]) => !ruled.has(name));
  // A text that looks like class names, but was not followed to an element, would remain unchecked.
  const unfollowed = findTexts(modules).filter((text) =>
    text.split(/\s+/).some((name) => /[-:[]/.test(name) && ruled.has(name) && !used.has(name)),
  );

  expect(missing.map(([name, files]) => `${name} in ${relative(SRC, files[0]!)}`)).toEqual([]);
  expect(unfollowed).toEqual([]);
  expect(used.size).toBeGreaterThan(atLeast);
});
