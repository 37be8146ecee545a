// Mutates Go code: gremlins finds and tries the mutants. Gremlins cannot be given a list of mutants, but it
// can be limited to the lines that differ from a commit. So a commit in a clone changes exactly the drawn
// lines.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Kinds of mutants in addition to the default ones: logical operators, loop control, and assignments. */
const KINDS = ['--invert-logical', '--invert-loopctrl', '--invert-assignments', '--remove-self-assignments'];
/** Excludes code that sqlc generates. */
const GENERATED = ['--exclude-files', 'internal/db/'];
/**
 * Gremlins counts a timeout as a killed mutant. But a test may be slow because it waits for its database or for a
 * compiler on a busy machine. So the limit is high enough that only endless runs reach it.
 */
const PATIENCE = ['--timeout-coefficient', '12'];

/**
 * Runs gremlins in a package of the clone, with a real PostgreSQL. Returns its mutants, or undefined if it
 * failed or ran out of time.
 */
function gremlins(clone, pkg, args, deadline) {
  const out = join(clone, 'bin/gremlins.json');
  const go = join(clone, 'bin/path');
  mkdirSync(go, { recursive: true });
  copyFileSync(new URL('./go.mjs', import.meta.url), join(go, 'go'));
  chmodSync(join(go, 'go'), 0o755);
  const command = [
    join(clone, 'bin/testdb'),
    'testdb',
    '--',
    join(clone, 'bin/gremlins'),
    'unleash',
    ...KINDS,
    ...GENERATED,
    '--output',
    out,
  ];
  const timeout = Math.max(1, deadline - Date.now());
  const { status, error } = spawnSync(command[0], [...command.slice(1), ...args], {
    cwd: join(clone, pkg),
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PATH: go + delimiter + process.env.PATH },
    timeout,
  });
  if (status !== 0 || error) return undefined;
  const { files = [] } = JSON.parse(readFileSync(out, 'utf8'));
  return files.flatMap(({ file_name, mutations }) =>
    mutations.map((m) => ({
      file: file_name,
      line: m.line,
      column: m.column,
      kind: m.type,
      status: m.status,
    })),
  );
}

/** Returns the places of some packages. A place is one line of a file. */
export function goPlaces(clone, packages, deadline) {
  const places = new Map();
  for (const pkg of packages) {
    const found = gremlins(clone, pkg, ['--dry-run'], deadline);
    if (!found) throw new Error(`${pkg} could not be mutated: do its tests pass?`);
    for (const { file, line } of found) {
      const path = join(pkg, file);
      const place = places.get(`${path}:${line}`) ?? { pkg, path, line, mutants: 0 };
      places.set(`${path}:${line}`, { ...place, mutants: place.mutants + 1 });
    }
  }
  return [...places.values()];
}

/**
 * Tries the drawn places and returns their mutants. Mutants that were not reached in time are missing from
 * the result.
 */
export function tryGo(clone, drawn, deadline) {
  const git = (...args) =>
    execFileSync('git', [
      '-C',
      clone,
      '-c',
      'user.name=mutants',
      '-c',
      'user.email=mutants@localhost',
      ...args,
    ]);
  for (const { path, line } of drawn) {
    const text = readFileSync(join(clone, path), 'utf8').split('\n');
    text[line - 1] += ' // drawn';
    writeFileSync(join(clone, path), text.join('\n'));
  }
  // Gremlins identifies a file by its path within the package, and treats every line of a diff hunk as
  // changed.
  git('config', 'diff.relative', 'true');
  git('config', 'diff.context', '0');
  git('commit', '--quiet', '--all', '--message', 'drawn');
  git('revert', '--no-edit', 'HEAD');
  const tried = [];
  for (const pkg of new Set(drawn.map((place) => place.pkg))) {
    const found = gremlins(clone, pkg, ['--diff', 'HEAD~1', ...PATIENCE], deadline);
    if (!found) console.error(`${pkg}: the time is over, or its tests fail`);
    for (const m of found ?? []) if (m.status !== 'SKIPPED') tried.push({ ...m, file: join(pkg, m.file) });
  }
  return tried;
}
