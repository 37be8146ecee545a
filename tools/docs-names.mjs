// Checks the names that documents use: links and paths must lead to files, `-run PATTERN` must match a test
// of its package, and `make TARGET` must be a target. Prints each fault.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOTS = /^(?:backend|pwa|sql|tools|docs|public|manifest)\/[\w./@-]+$/;
/** Documents that must stay unchanged. */
const SKIPPED = /docs\/(?:spec|decided)\.md$/;

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0');
const targets = new Set(
  [...readFileSync('Makefile', 'utf8').matchAll(/^([a-z][a-z0-9-]*):/gm)].map(([, name]) => name),
);

/** Yields the faults of a document as texts. */
function* faultsIn(path) {
  const text = readFileSync(path, 'utf8');
  for (const [, link] of text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g))
    if (!/^[a-z]+:/.test(link) && !existsSync(normalize(join(dirname(path), link))))
      yield `the link ${link} leads to no file`;
  for (const [, code] of text.matchAll(/`([^`\n]+)`/g)) {
    const named = code.replace(/[#:].*$/, '').replace(/\/$/, '');
    if (ROOTS.test(named) && !named.includes('..') && !exists(named)) yield `there is no ${named}`;
  }
  for (const [, name] of text.matchAll(/(?:`|^)(?:[A-Z_]+=\S+ )*make ([a-z][a-z0-9-]*)/gm))
    if (!targets.has(name)) yield `make has no target ${name}`;
  for (const [, where, pattern] of text.matchAll(/go test (?:-\S+ )*(\.\/[\w/.]+) (?:-v )?-run '?([\w|]+)/g))
    if (!hasTest(where, pattern)) yield `no test in ${where} matches -run ${pattern}`;
}

/** Returns whether a path is a file, a folder, or a file without its extension. */
function exists(named) {
  return (
    existsSync(named) || tracked.some((file) => file.startsWith(`${named}/`) || file.startsWith(`${named}.`))
  );
}

function hasTest(where, pattern) {
  const folder = normalize(where.replace(/\/\.\.\.$/, ''));
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return false;
  const name = new RegExp(`^func (?:Test|Benchmark|Fuzz)\\w*`, 'gm');
  return tracked
    .filter((file) => file.startsWith(`${folder}/`) && file.endsWith('_test.go'))
    .some((file) =>
      [...readFileSync(file, 'utf8').matchAll(name)].some(([test]) =>
        new RegExp(pattern).test(test.slice(5)),
      ),
    );
}

for (const path of tracked.filter((file) => file.endsWith('.md') && !SKIPPED.test(file)))
  for (const fault of new Set(faultsIn(path))) {
    console.log(`${path}: ${fault}`);
    process.exitCode = 1;
  }
