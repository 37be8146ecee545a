// `make flaky N=20 T=pattern`: runs each test file N times with two busy loops, and reports which tests ever
// failed. Results are stored in bin/flaky.json by file and content. So an interrupted run continues later.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandsFor, find } from './find.mjs';
import { readLevel } from './reports.mjs';

const RESULTS = 'bin/flaky.json';
const repeat = Number(process.env.N ?? 20);
const pattern = process.env.T || 'pwa/e2e';
const results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};

const found = find(pattern);
if (found.length === 0) {
  console.error(`no test and no test file has "${pattern}"`);
  process.exit(2);
}
if (found.some(({ level }) => level === 'journey'))
  must('make', ['--no-print-directory', '--silent', 'binaries']);
mkdirSync('bin/test', { recursive: true });

const load = [0, 1].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
const unload = () => load.forEach((each) => each.kill('SIGKILL'));
process.on('exit', unload);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

for (const path of [...new Set(found.map((each) => each.path))]) {
  const of = found.filter((each) => each.path === path);
  const key = of[0].name ? `${path}#${of[0].name}` : path;
  const content = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12);
  // A file that failed before is run again, because the cause may be in another file.
  const wasRed = Object.values(results[key]?.tests ?? {}).some(({ red }) => red > 0);
  if (!wasRed && results[key]?.content === content && results[key].repeat >= repeat) continue;
  const tests = runRepeated(of);
  if (Object.keys(tests).length === 0) {
    console.error(`${path}: no test has a result`);
    process.exit(2);
  }
  results[key] = { content, repeat, tests };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 1)}\n`);
  for (const [name, { red, of: times }] of Object.entries(tests))
    console.log(`${red === 0 ? 'ok ' : 'RED'}  ${times - red} of ${times}  ${path}  ${name}`);
}
unload();

const red = Object.entries(results).flatMap(([file, { tests }]) =>
  Object.entries(tests)
    .filter(([, each]) => each.red > 0)
    .map(([name, each]) => `${file}  ${name}: ${each.red} of ${each.of} failed`),
);
console.log(red.length === 0 ? 'no test failed' : red.join('\n'));
process.exitCode = red.length > 0 ? 1 : 0;

/** Runs tests repeatedly. Returns the runs and failures by test name: { name: { of, red, why } }. */
function runRepeated(of) {
  const tests = {};
  const report = resolve('bin/test/flaky-report'); // vitest resolves paths against its own root
  const extra = {
    package: ['-json'],
    component: ['--reporter=json', `--outputFile=${report}`],
    journey: ['--reporter=json'],
  }[of[0].level];
  for (const { level, command, args, times = 1 } of commandsFor(of, { repeat, extra })) {
    for (let i = 0; i < times; i++) {
      rmSync(report, { force: true });
      const { stdout } = spawnSync(command, args, {
        encoding: 'utf8',
        maxBuffer: 1 << 30,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      });
      if (level === 'package')
        writeFileSync(
          report,
          stdout
            .split('\n')
            .filter((line) => line.startsWith('{'))
            .join('\n'),
        );
      for (const { name, passed, why } of readLevel(level, report)) {
        const sum = (tests[name] ??= { of: 0, red: 0 });
        sum.of++;
        if (!passed) {
          sum.red++;
          sum.why = why ?? sum.why;
        }
      }
    }
  }
  return tests;
}

/** Runs a command, and exits if it fails. */
function must(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
