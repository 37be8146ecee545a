// `make test-one T=pattern`: runs the tests of any level that match the pattern.
import { spawnSync } from 'node:child_process';
import { commandsFor, find } from './find.mjs';

const pattern = process.argv[2];
if (!pattern) {
  console.error('make test-one T=PATTERN: a file, a folder, or part of a test’s name');
  process.exit(2);
}
const found = find(pattern);
if (found.length === 0) {
  console.error(`no test and no test file has "${pattern}"`);
  process.exit(2);
}
const levels = new Set(found.map((each) => each.level));
if (levels.has('journey')) run('make', ['--no-print-directory', '--silent', 'binaries']);
for (const { command, args } of commandsFor(found)) run(command, args);

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
