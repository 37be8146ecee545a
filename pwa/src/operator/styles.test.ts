// @pure
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const IMPORT = /(?:from|import)\s*\(?\s*'(@\/|\.{1,2}\/)([^']+)'/g;

/** Every screen that the console's page loads, however far down. */
function screensFrom(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const [, root, path] of readFileSync(entry, 'utf8').matchAll(IMPORT)) {
    const target = root === '@/' ? join(SRC, path!) : normalize(join(entry, '..', root!, path!));
    const file = ['.tsx', '.ts', '/index.ts'].map((end) => target + end).find(existsSync);
    if (file) screensFrom(file, found);
  }
  return found;
}

it('the console has the style of every screen that it loads', () => {
  const css = readFileSync(join(import.meta.dirname, 'operator.css'), 'utf8');
  const scanned = [...css.matchAll(/@source '([^']+)'/g)].map(([, path]) => join(import.meta.dirname, path!));
  const screens = [...screensFrom(join(import.meta.dirname, 'main.tsx'))].filter((file) =>
    file.endsWith('.tsx'),
  );

  expect(scanned.filter((path) => !existsSync(path) || !statSync(path).isDirectory())).toEqual([]);
  expect(screens.length).toBeGreaterThan(80);
  expect(screens.filter((file) => !scanned.some((folder) => file.startsWith(join(folder, '/'))))).toEqual([]);
});
