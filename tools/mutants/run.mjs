// `make mutants`: changes the code in some drawn places, one after the other, and checks whether a test
// fails. SEED repeats a draw. MUTANTS_IN lists the folders and files, both Go packages and TypeScript. Fails
// if too few mutants are killed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draw } from './draw.mjs';
import { goPlaces, tryGo } from './gremlins.mjs';
import { tryTs, tsPlaces } from './stryker.mjs';

const { SEED = '1', MUTANTS = '300', MINUTES = '90', GOAL = '80', MUTANTS_IN = '' } = process.env;
const root = process.cwd();
const deadline = Date.now() + Number(MINUTES) * 60_000;
const folders = MUTANTS_IN.split(/\s+/).filter(Boolean);
const isTs = (path) => path.startsWith('pwa/');

// Gremlins copies the whole folder that it works in. So it runs in a clone without node_modules.
const clone = mkdtempSync(join(tmpdir(), 'krapao-mutants-'));
const tried = [];
try {
  execFileSync('git', ['clone', '--quiet', '--shared', root, clone]);
  execFileSync('go', ['build', '-o', join(clone, 'bin/testdb'), './backend/cmd/wallet']);
  execFileSync('go', [
    'build',
    '-modfile=tools/mutants/go.mod',
    '-o',
    join(clone, 'bin/gremlins'),
    'github.com/go-gremlins/gremlins/cmd/gremlins',
  ]);
  const places = [
    ...goPlaces(
      clone,
      folders.filter((path) => !isTs(path)),
      deadline,
    ),
    ...(await tsPlaces(root, folders.filter(isTs))),
  ];
  const drawn = draw(places, Number(MUTANTS), Number(SEED));
  console.error(`${drawn.length} places drawn of ${places.length}, by seed ${SEED}`);
  const ts = drawn.filter(({ path }) => isTs(path));
  const go = drawn.filter(({ path }) => !isTs(path));
  if (ts.length > 0) tried.push(...(await tryTs(ts)));
  if (go.length > 0) tried.push(...tryGo(clone, go, deadline));
} finally {
  rmSync(clone, { recursive: true, force: true });
}

const isKilled = (m) => /^(KILLED|TIMED OUT|Killed|Timeout)$/.test(m.status);
const hasSurvived = (m) => /^(LIVED|NOT COVERED|Survived|NoCoverage)$/.test(m.status);
const survivors = tried.filter(hasSurvived);
const killed = tried.filter(isKilled).length;
const percent = (100 * killed) / (killed + survivors.length);
for (const m of survivors) console.log(`${m.file}:${m.line}:${m.column}  ${m.kind}  ${m.status}`);
console.log(
  `${killed} of ${killed + survivors.length} mutants killed: ${percent.toFixed(1)} % (seed ${SEED}, goal ${GOAL} %)`,
);
writeFileSync(join(root, 'bin/mutants.json'), JSON.stringify(tried, null, 1));
process.exit(percent >= Number(GOAL) ? 0 : 1);
