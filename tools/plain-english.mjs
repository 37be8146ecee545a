// Counts wording that docs/glossary.md and CONTRIBUTING.md rule out, in docs and in comments of Go,
// TypeScript and SQL. Released migrations are left out. `node tools/plain-english.mjs` fails if an area has
// more places than tools/plain-english.json allows, or fewer. If there are fewer, store the new count, so
// that it only falls. `--list [AREA]` prints the places, `--write` stores the counts.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const COUNTS = 'tools/plain-english.json';

/**
 * Contains only clear cases: each word or phrase has a plain replacement in every context, except those in
 * ALLOWED.
 */
const RULED_OUT = [
  /\bwh(?:oever|omever|osoever)\b/i,
  /\b(?:anew|thereof|whence|hence|therein|thereby|whereof|aforesaid|lest)\b/i,
  /\bof (?:which|whom)\b/i,
  /\bso that nobody\b/i,
  /\b(?:that|those) of (?:the|a|an|its|our|their)\b/i,
  /\b(?:is|are|was|were) (?:had|let|bidden)\b/i,
  /\b(?:hears|heard|hearing)\b/i,
  /\banswers (?:a|an|the|whether|what|how|which|with|only|all|true|false|nil|null|none|one|0)\b/i,
  /\btells (?:a|an|the|of|whether|what|how|which|who|it|them)\b/i,
  /\bthe (?:house|houses|town|evening|desk|outside world|outside|weather|floors?)\b/i,
  /\b(?:our|the|both|two) books?\b/i,
  /\b(?:game|payout|slip|qr|gift|the|a|its|each|another|several|no|our) (?:company|companies)\b/i,
  /\bin (?:her|his) own words\b|\bwords? of its own\b|\bby its own word\b/i,
];

/** Domain terms that a pattern would match by mistake. */
const ALLOWED = [
  /house accounts?/gi,
  /house edge/gi,
  /the company's cost/gi,
  /ledger\.Book\b/g,
  /the Book\b/g,
  /company name/gi,
  /the operator's company/gi,
];

const AREAS = ['backend', 'pwa', 'sql', 'tools', 'docs'];
const SKIPPED =
  /internal\/db\/|^sql\/migrations\/|\.gen\.ts$|routeTree|\/testdata\/|docs\/(?:spec|decided|words|errors)\.md$|plain-english|texts-read|statements\.tsv/;

function files() {
  const known = /\.(?:go|ts|tsx|mjs|sql|md|css)$/;
  return execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter((path) => known.test(path) && !SKIPPED.test(path));
}

function areaOf(path) {
  const first = path.split('/')[0];
  return AREAS.includes(first) ? first : 'docs';
}

/** Yields the comments of a file with their line numbers. For a document, yields all its text except code. */
function* textsOf(path, source) {
  if (path.endsWith('.md')) {
    const text = source.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, ' '));
    return yield* text.split('\n').map((line, i) => [i + 1, line]);
  }
  const comment = path.endsWith('.sql')
    ? /'(?:[^']|'')*'|(--[^\n]*)/g
    : /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|(\/\/[^\n]*|\/\*[\s\S]*?\*\/)/g;
  for (const match of source.matchAll(comment)) {
    if (!match[1]) continue;
    const first = source.slice(0, match.index).split('\n').length;
    yield* match[1].split('\n').map((line, i) => [first + i, line]);
  }
}

function* placesIn(path) {
  for (const [line, text] of textsOf(path, readFileSync(path, 'utf8'))) {
    const checked = ALLOWED.reduce((rest, word) => rest.replace(word, ''), text);
    for (const pattern of RULED_OUT) {
      const found = pattern.exec(checked);
      if (found) yield { path, line, words: found[0], text: text.trim() };
    }
  }
}

const places = files().flatMap((path) => [...placesIn(path)]);
const counts = Object.fromEntries(
  AREAS.map((area) => [area, places.filter(({ path }) => areaOf(path) === area).length]),
);
const [option, area] = process.argv.slice(2);
if (option === '--list') {
  for (const { path, line, words, text } of places.filter(({ path }) => !area || path.startsWith(area)))
    console.log(`${path}:${line}: "${words}" in: ${text}`);
} else if (option === '--write') {
  writeFileSync(COUNTS, `${JSON.stringify(counts, null, 2)}\n`);
} else {
  const allowed = JSON.parse(readFileSync(COUNTS, 'utf8'));
  for (const each of AREAS) {
    if (counts[each] > allowed[each])
      console.log(
        `${each}: ${counts[each]} places with wording that is ruled out, and ${allowed[each]} are left to mend: node tools/plain-english.mjs --list ${each}`,
      );
    if (counts[each] < allowed[each])
      console.log(
        `${each}: only ${counts[each]} of ${allowed[each]} places are left: node tools/plain-english.mjs --write`,
      );
    if (counts[each] !== allowed[each]) process.exitCode = 1;
  }
}
