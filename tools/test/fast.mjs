// `make test-fast`: tests the Go packages and components that changed since BASE (default: the commit where
// the branch left main). Runs no test that needs a browser.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';

const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const lines = (text) => text.split('\n').filter(Boolean);

const base = process.env.BASE || mergeBase();
const changed = [
  ...new Set([
    ...lines(git('diff', '--name-only', base)),
    ...lines(git('ls-files', '-o', '--exclude-standard')),
  ]),
];
console.log(`since ${git('log', '-1', '--format=%h %s', base)}: ${changed.length} files`);

const packages = goPackages();
const hasApp = changed.some((path) => /^pwa\/(src|test|vite)|^pwa\/vitest/.test(path));
if (packages.length === 0 && !hasApp) console.log('no Go package and no file of the app has changed');
if (packages.length > 0)
  run('go', [
    'run',
    './backend/cmd/wallet',
    'testdb',
    '--',
    'go',
    'test',
    '-ldflags=-s -w',
    './backend',
    ...packages,
  ]);
if (hasApp) run('npx', ['vitest', 'run', '--config', 'pwa/vitest.config.ts', '--changed', base]);

/**
 * Returns the commit where this branch left main. On main itself without uncommitted changes, returns the
 * last pushed commit, or the commit before HEAD.
 */
function mergeBase() {
  for (const main of ['origin/main', 'main', 'HEAD~1']) {
    try {
      const commit = git('merge-base', 'HEAD', main);
      if (commit !== git('rev-parse', 'HEAD') || git('status', '--porcelain') !== '') return commit;
    } catch {
      // The branch does not exist here; the next one is tried.
    }
  }
  return 'HEAD';
}

/**
 * Returns the packages of changed Go files that have tests. For a changed query, returns the package of its
 * domain.
 */
function goPackages() {
  const folders = changed.flatMap((path) => {
    const query = /^sql\/queries\/(\w+)\//.exec(path)?.[1];
    if (query)
      return lines(git('ls-files', `backend/**/${query}/doc.go`, `backend/${query}/*.go`)).map(dirname);
    return path.endsWith('.go') ? [dirname(path).replace(/\/internal\/db$/, '')] : [];
  });
  return [...new Set(folders)]
    .filter((folder) => existsSync(folder) && readdirSync(folder).some((file) => file.endsWith('_test.go')))
    .map((folder) => `./${folder}`);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = status ?? 1;
}
