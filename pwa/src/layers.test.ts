// @pure
/**
 * Checks the imports: a file may import only from a lower layer or from its own package. Type imports and
 * dynamic imports count too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = import.meta.dirname;
const SPEC =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*'([^']+)'|(?:^|\n)import '([^']+)'|import\(\s*'([^']+)'/g;

const files = (readdirSync(SRC, { recursive: true }) as string[]).filter(
  (path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path),
);
const known = new Set(files);
const foldersOf = (path: string) =>
  readdirSync(join(SRC, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`);

/**
 * From the lowest to the highest. Packages of one layer must not import each other. A path belongs to the
 * longest entry that it begins with.
 */
const LAYERS = [
  // Independent of domains, and of the device except for its storage.
  ['data/kit'],
  ['data/device'],
  // The client, and the types of requests and responses.
  ['data/api'],
  // The device's databases.
  ['data/storage'],
  ['data/session'],
  // Shared by all domains and independent of them: they register with it.
  ['data/engine/live', 'data/engine/lists', 'data/engine/socket'],
  ['data/engine/home', 'data/engine/resources'],
  ['data/engine/sync'],
  ['data/engine/pages', 'data/engine/outbox', 'data/engine/commands'],
  // No domain imports another.
  foldersOf('data/domains'),
  ['data/app'],
  ['i18n'],
  ['ui'],
  ['conversation', 'nav', 'sw'],
  ['money'],
  [
    'features/care',
    'features/cashier',
    'features/chat',
    'features/content',
    'features/games',
    'features/home',
    'features/identity',
    'features/rewards',
    'features/statement',
    'shell',
    // The console is a separate app on the same lower layers.
    'operator',
  ],
  ['routes'],
  ['routeTree.gen.ts'],
  ['router.ts'],
  ['main.tsx'],
];

function targetOf(from: string, spec: string): string | undefined {
  const path = spec.startsWith('@/')
    ? spec.slice(2)
    : spec.startsWith('.')
      ? relative(SRC, normalize(join(SRC, from, '..', spec)))
      : undefined;
  return ['', '.ts', '.tsx', '/index.ts'].map((end) => `${path}${end}`).find((each) => known.has(each));
}

const imports = files.flatMap((from) => {
  const code = readFileSync(join(SRC, from), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  return [...code.matchAll(SPEC)]
    .map(([text, one, two, three]) => ({ to: targetOf(from, one ?? two ?? three ?? ''), text }))
    .filter(({ to }) => to !== undefined)
    .map(({ to, text }) => ({
      from,
      to: to!,
      isType: /^\s*(?:import|export)\s+type\b/.test(text),
      isLater: text.startsWith('import('),
    }));
});

type Import = (typeof imports)[number];

/** These files, and everything they import over the imports that `follows` accepts. */
function reachedFrom(begins: string[], follows: (each: Import) => boolean): Set<string> {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const each of imports) if (each.from === file && follows(each)) visit(each.to);
  };
  begins.forEach(visit);
  return reached;
}

interface Package {
  name: string;
  layer: number;
}

const packages: Package[] = LAYERS.flatMap((names, layer) => names.map((name) => ({ name, layer })));

function packageOf(path: string): Package {
  const [own] = packages
    .filter(({ name }) => path === name || path.startsWith(`${name}/`))
    .toSorted((one, other) => other.name.length - one.name.length);
  if (!own) throw new Error(`${path} is in no package`);
  return own;
}

describe('imports', () => {
  it('imports go down, from each layer to those below it', () => {
    const up = imports.filter(({ from, to }) => {
      const [source, target] = [packageOf(from), packageOf(to)];
      return target.layer >= source.layer && target.name !== source.name;
    });

    expect(imports.length).toBeGreaterThan(1000);
    expect(up.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('only its own page imports the console', () => {
    const strays = imports.filter(
      ({ from, to }) => to.startsWith('operator/') && !from.startsWith('operator/'),
    );

    expect(strays).toEqual([]);
  });

  it('the service worker imports nothing that holds a page’s session', () => {
    const reached = reachedFrom(['sw/sw.ts'], ({ isType }) => !isType);

    expect(reached).toContain('data/engine/outbox/drain.ts');
    // In the worker it would replace the worker's own session.
    expect(reached).not.toContain('data/session/token.ts');
  });

  it('support’s pages import nothing of the cashier’s', () => {
    const begins = ['main.tsx', 'inbox/inbox-page.tsx', 'live/chats.ts'].map((file) => `operator/${file}`);
    const reached = reachedFrom(begins, ({ isType, isLater }) => !isType && !isLater);

    expect(reached).toContain('operator/frame/rail.tsx');
    expect(reached).toContain('operator/conversation/conversation.tsx');
    expect([...reached].filter((file) => file.startsWith('operator/cashier/'))).toEqual([]);
  });

  it('imports form no cycle, neither by types nor by lazy loading', () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: string[]) => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (done.has(file) || path.includes(file)) return;
      for (const to of next.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);

    expect(circles).toEqual([]);
  });
});

it('every file of data, tests too, is in a package', () => {
  const loose = (path: string) =>
    readdirSync(join(SRC, path), { withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => `${path}/${name}`);

  expect([...loose('data'), ...loose('data/engine'), ...loose('data/domains')]).toEqual(['data/README.md']);
});
