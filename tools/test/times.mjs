// Runs at the end of `make test`: writes bin/test-times.json, and prints the 20 slowest tests, the time of
// each level, and the failures.
import { mkdirSync, writeFileSync } from 'node:fs';
import { REPORTS, readLevel } from './reports.mjs';

/**
 * The maximum time of a test in seconds. A slower test needs a comment that says why (docs/development.md).
 */
const BUDGET = { package: 3, component: 3, journey: 8 };

const tests = Object.keys(REPORTS).flatMap((level) => readLevel(level));
const slowest = tests.toSorted((a, b) => b.seconds - a.seconds);

mkdirSync('bin', { recursive: true });
writeFileSync('bin/test-times.json', `${JSON.stringify(slowest, null, 1)}\n`);

console.log('\nslowest tests (all: bin/test-times.json)');
for (const { level, where, name, seconds } of slowest.slice(0, 20))
  console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${level.padEnd(9)}  ${where}  ${name}`);

console.log('');
for (const level of Object.keys(REPORTS)) {
  const of = tests.filter((test) => test.level === level);
  const over = of.filter(({ seconds }) => seconds > BUDGET[level]).length;
  const sum = of.reduce((total, { seconds }) => total + seconds, 0);
  console.log(
    `${level.padEnd(9)}  ${String(of.length).padStart(4)} tests, ${sum.toFixed(0)} s of tests, ${over} above ${BUDGET[level]} s`,
  );
}

const failed = tests.filter(({ passed }) => !passed);
for (const { level, where, name } of failed) console.log(`FAILED  ${level}  ${where}  ${name}`);
if (failed.length > 0) process.exitCode = 1;
