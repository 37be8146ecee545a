#!/usr/bin/env node
// Go for gremlins, which asks it what the tests reach, and tries no mutant elsewhere. Go counts
// blocks of statements: the condition of a `case` stands in none, and a test that decides by it
// would be called none. So each file that any test reaches counts as reached from end to end; what
// is not reached in it is tried, and survives.
//
// Gremlins cuts a mutant's tests off after a multiple of the time that this run takes, and what was
// cut off counts as noticed. An answer that Go remembers takes no time, nor does what is compiled
// already, as no mutant is: so it is run for certain, and takes ten seconds at least.
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
