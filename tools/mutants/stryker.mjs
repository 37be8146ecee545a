// Mutates TypeScript: Stryker tries the mutants with vitest. Stryker accepts ranges of a file, so single
// places can be drawn. A whole block with its content is not a place.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { commonTokens } from '@stryker-mutator/api/plugin';
import { Stryker } from '@stryker-mutator/core';
import { createInstrumenter } from '@stryker-mutator/instrumenter';
import { createInjector } from 'typed-inject';

/** A range with more mutants than this is a block, which is not a place. */
const MAX_MUTANTS = 6;

const silent = new Proxy({}, { get: () => () => false });
const instrumenter = createInjector()
  .provideValue(commonTokens.getLogger, () => silent)
  .provideValue(commonTokens.logger, silent)
  .injectFunction(createInstrumenter);

function sources(paths) {
  return paths
    .flatMap((path) =>
      statSync(path).isDirectory()
        ? readdirSync(path, { recursive: true }).map((f) => join(path, f))
        : [path],
    )
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
}

/** Returns the places of some files and folders. A place is the range of an expression or a statement. */
export async function tsPlaces(root, paths) {
  const places = [];
  for (const path of sources(paths.map((p) => join(root, p)))) {
    const file = { name: path, content: readFileSync(path, 'utf8'), mutate: true };
    const { mutants } = await instrumenter.instrument([file], {
      plugins: null,
      ignorers: [],
      excludedMutations: [],
    });
    const ranges = new Map(mutants.map(({ location }) => [JSON.stringify(location), location]));
    for (const { start, end } of ranges.values()) {
      const inside = mutants.filter(
        ({ location: l }) => !isBefore(l.start, start) && !isBefore(end, l.end),
      ).length;
      const range = `${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
      if (inside <= MAX_MUTANTS) places.push({ path: path.slice(root.length + 1), range, mutants: inside });
    }
  }
  return places;
}

const isBefore = (a, b) => a.line < b.line || (a.line === b.line && a.column < b.column);

/** Tries the drawn places. Must run in the root of the project. */
export async function tryTs(drawn) {
  const results = await new Stryker({
    mutate: drawn.map(({ path, range }) => `${path}:${range}`),
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    // Not limited by `testFiles`: with that option, code that runs while a module loads is run without its
    // mutant (stryker-js#6144), and the mutant counts as survived.
    vitest: { configFile: 'tools/mutants/vitest.config.mjs' },
    // Only files that the app's tests read are copied.
    ignorePatterns: [
      '**',
      '!package.json',
      '!tools/mutants/vitest.config.mjs',
      '!pwa/**',
      '!public/**',
      '!manifest/**',
      'pwa/e2e/**',
      'pwa/node_modules',
    ],
    tempDirName: 'bin/stryker',
    reporters: ['progress-append-only'],
    concurrency: 2,
    timeoutMS: 120_000,
    dryRunTimeoutMinutes: 30,
  }).runMutationTest();
  return results.map((mutant) => ({
    file: mutant.fileName.slice(process.cwd().length + 1),
    line: mutant.location.start.line,
    column: mutant.location.start.column,
    kind: `${mutant.mutatorName} ${mutant.replacement.replace(/\s+/g, ' ').slice(0, 60)}`,
    status: breaksLoading(mutant) ? 'Killed' : mutant.status,
  }));
}

/**
 * Returns whether a mutant makes its module throw while it loads. Then no test of its test files starts, and
 * all these files fail. Stryker counts only failed tests, finds none, and reports the mutant as survived.
 */
function breaksLoading(mutant) {
  return mutant.static && mutant.status === 'Survived' && mutant.testsCompleted === 0;
}
