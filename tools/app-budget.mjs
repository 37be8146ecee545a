// Checks the sizes of the built app, as sent with brotli, against their budgets. --json prints them and never fails.
//   node tools/app-budget.mjs [--json] [DIST]
// - the scripts that a first visit of the login page loads: the scripts that its HTML names and all that they import,
//   and the chat button, which loads by itself a little later;
// - everything that the service worker stores for offline.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const KB = 1000;
/** The chat button's script, which the page imports dynamically. */
const LATER = /^chat-disc-.*\.js$/;
const isJson = process.argv.includes('--json');
const dist = process.argv.slice(2).find((each) => !each.startsWith('--')) ?? 'backend/webapp/dist';

const PAGE = join(dist, 'drawn/login.html');
if (!existsSync(PAGE)) fail(`${PAGE} is missing: run \`make binaries\` first`);

const rows = [
  { what: 'scripts of the first page, brotli', files: firstPage(), least: 50 * KB, most: 180 * KB },
  { what: 'precache, brotli', files: precache(), least: 100 * KB, most: 600 * KB },
].map((row) => ({ ...row, bytes: row.files.reduce((sum, file) => sum + sentBytes(file), 0) }));

if (isJson)
  console.log(
    JSON.stringify(
      rows.map(({ what, files, bytes, most }) => ({
        what: `${what} (${files.length} files)`,
        value: bytes / KB,
        unit: 'kB',
        goal: `<= ${most / KB} kB`,
      })),
    ),
  );
else
  for (const { what, files, bytes, most } of rows)
    console.log(`${what}: ${(bytes / KB).toFixed(1)} kB in ${files.length} files, at most ${most / KB} kB`);

// A size far below the budget means that files were not found. That counts as a failure.
const outside = rows.filter(({ bytes, least, most }) => bytes < least || bytes > most);
if (!isJson && outside.length > 0) fail(`beyond the budget: ${outside.map(({ what }) => what).join(', ')}`);

/** Returns the scripts that a first visit loads. */
function firstPage() {
  const named = [...readFileSync(PAGE, 'utf8').matchAll(/"\/([^"]+\.js)"/g)].map(([, url]) => url);
  const later = readdirSync(join(dist, 'assets')).filter((name) => LATER.test(name));
  if (later.length !== 1) fail(`${later.length} scripts of the chat button were found: expected one`);
  const seen = new Set();
  for (const file of [...named, `assets/${later[0]}`]) follow(file, seen);
  return [...seen];
}

/** Adds a script and the scripts that it imports statically. */
function follow(file, seen) {
  if (seen.has(file)) return;
  seen.add(file);
  const text = readFileSync(join(dist, file), 'utf8');
  const imports = /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+?\s*from\s*)?["'`]\.\/([^"'`]+\.js)["'`]/g;
  for (const [, name] of text.matchAll(imports)) follow(`assets/${name}`, seen);
}

/** Returns the files that the service worker stores. */
function precache() {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8');
  return [...new Set([...worker.matchAll(/"?url"?:\s*["'`]([^"'`]+)["'`]/g)].map(([, url]) => url))];
}

/** Returns the size in bytes as sent with brotli. Returns the file's own size if it has no compressed copy. */
function sentBytes(file) {
  const path = join(dist, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
