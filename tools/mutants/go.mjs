#!/usr/bin/env node
// Replaces the go command for gremlins, which asks it for the test coverage and mutates only covered code. Go
// measures coverage by blocks of statements. The condition of a `case` is in no block, so gremlins would
// never mutate it. So each file that any test covers is reported as covered completely. A mutant in code that
// no test runs then counts as survived.
//
// Gremlins stops a mutant's tests after a multiple of the time of this run, and counts a stopped run as
// killed. A result from Go's test cache, or compiled packages from its build cache, would make this time too
// short. So the tests always run, and the run takes at least ten seconds.
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';

const here = dirname(process.argv[1]);
const path = process.env.PATH.split(delimiter).filter((folder) => folder !== here);
const args = process.argv.slice(2);
const at = args.indexOf('-coverprofile');
if (at >= 0) args.splice(at, 0, '-count=1');
const begun = Date.now();
const { status } = spawnSync('go', args, {
  stdio: 'inherit',
  env: { ...process.env, PATH: path.join(delimiter) },
});

if (status === 0 && at >= 0) {
  const profile = args[at + 2];
  const reached = new Set();
  for (const line of readFileSync(profile, 'utf8').split('\n')) {
    const [, file] = /^(.+):\S+ \d+ [1-9]\d*$/.exec(line) ?? [];
    if (file) reached.add(file);
  }
  const left = Math.max(0, begun + 10_000 - Date.now());
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, left);
  for (const file of reached) appendFileSync(profile, `${file}:1.1,999999.1 1 1\n`);
}
process.exit(status ?? 1);
