// Go: gremlins finds and tries the mutants. It has no way to name some of
// them, but tries only what differs from a commit: in a clone, a commit is made
// in which the drawn lines, and no others, are different.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Beside the default ones: what a condition joins, how a loop ends, what is assigned. */
const KINDS = ['--invert-logical', '--invert-loopctrl', '--invert-assignments', '--remove-self-assignments'];
/** What sqlc writes is not ours to test. */
const GENERATED = ['--exclude-files', 'internal/db/'];
/**
 * What takes too long counts as noticed. A test that waits for its database, or a compiler on a busy
 * machine, is not slower because of a mutant: only what would hang for good may be cut off.
 */
const PATIENCE = ['--timeout-coefficient', '12'];

/** Runs gremlins in a package of the clone, beside a real PostgreSQL; answers its mutants. */
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

/** The places of some packages, a line each. */
export function goPlaces(clone, packages, deadline) {
  const places = new Map();
  for (const pkg of packages) {
    const found = gremlins(clone, pkg, ['--dry-run'], deadline);
    if (!found) throw new Error(`${pkg} could not be looked through: do its tests pass?`);
    for (const { file, line } of found) {
      const path = join(pkg, file);
      const place = places.get(`${path}:${line}`) ?? { pkg, path, line, mutants: 0 };
      places.set(`${path}:${line}`, { ...place, mutants: place.mutants + 1 });
    }
  }
  return [...places.values()];
}

/** Tries the drawn places; what was not reached in time is not among the answers. */
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
  // Gremlins knows a file by its name in the package, and takes a piece of a diff for changed as a whole.
  git('config', 'diff.relative', 'true');
  git('config', 'diff.context', '0');
  git('commit', '--quiet', '--all', '--message', 'drawn');
  git('revert', '--no-edit', 'HEAD');
  const tried = [];
  for (const pkg of new Set(drawn.map((place) => place.pkg))) {
    const found = gremlins(clone, pkg, ['--diff', 'HEAD~1', ...PATIENCE], deadline);
    if (!found) console.error(`${pkg}: no time was left, or its tests fail`);
    for (const m of found ?? []) if (m.status !== 'SKIPPED') tried.push({ ...m, file: join(pkg, m.file) });
  }
  return tried;
}
