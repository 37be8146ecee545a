// Writes docs/words-changed.md: every text that differs from a commit, with its old and new version in three
// languages, for a native reader. `node tools/words-changed.mjs COMMIT` compares the files in the working
// tree.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { locales, row } from './texts/tables.mjs';

const since = process.argv[2];
const catalogues = { Members: 'pwa/src/i18n', Console: 'pwa/src/operator/i18n' };
/** Files with texts that are in no catalogue. Their lines are compared. */
const others = [
  'backend/push/texts.go',
  'sql/seed/10_base.sql',
  'sql/seed/20_demo.sql',
  'sql/seed/30_laos.sql',
  'manifest/manifest.json',
  'manifest/words.json',
  'pwa/index.html',
];

/** Returns a file's content at the commit. A file that did not exist had no texts. */
function before(file) {
  const had = execFileSync('git', ['ls-tree', '--name-only', since, '--', file], { encoding: 'utf8' });
  return had ? execFileSync('git', ['show', `${since}:${file}`], { encoding: 'utf8' }) : '{}';
}

function flatten(texts, prefix = '') {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[prefix + key, text]] : flatten(text, `${prefix}${key}.`),
  );
}

function changedIn(dir, locale, file) {
  const path = `${dir}/${locale}/${file}`;
  const was = new Map(flatten(JSON.parse(before(path))));
  return flatten(JSON.parse(readFileSync(path, 'utf8')))
    .filter(([key, text]) => was.get(key) !== text)
    .map(([key, text]) => [key, was.get(key) ?? '', text]);
}

/** Returns the texts of a line: the parts between double quotes and tags. */
const piecesOf = (line) => line.split(/["<>]/);

/** Returns pairs of the old and new text of a line, if as many lines were removed as added. */
function changedPieces(file) {
  const diff = execFileSync('git', ['diff', '-U0', since, '--', file], { encoding: 'utf8' });
  return diff
    .split(/^@@.*$/m)
    .slice(1)
    .flatMap((hunk) => {
      const lines = hunk.split('\n');
      const [gone, come] = ['-', '+'].map((sign) => lines.filter((line) => line.startsWith(sign)));
      if (gone.length !== come.length) return [];
      return gone.flatMap((line, i) => {
        const [was, is] = [line, come[i]].map((each) => piecesOf(each.slice(1)));
        if (was.length !== is.length) return [[line.slice(1).trim(), come[i].slice(1).trim()]];
        return was.map((piece, n) => [piece.trim(), is[n].trim()]).filter(([old, now]) => old !== now);
      });
    });
}

let out = `# Words changed

Written by \`node tools/words-changed.mjs ${since}\`: every text that differs from that commit, for a native reader of Thai, Lao or English. What these texts should say is in [the words](words.md).
`;
for (const [name, dir] of Object.entries(catalogues)) {
  for (const file of readdirSync(`${dir}/th`).filter((each) => each.endsWith('.json'))) {
    const rows = locales.flatMap((locale) =>
      changedIn(dir, locale, file).map(([key, was, is]) => [key, locale, was, is]),
    );
    if (rows.length === 0) continue;
    const keys = [...new Set(rows.map(([key]) => key))];
    out += `\n## ${name}: ${file.replace('.json', '')}\n\n| key | | before | after |\n| --- | --- | --- | --- |\n`;
    for (const key of keys)
      for (const [, locale, was, is] of rows.filter(([each]) => each === key))
        out += row(`\`${key}\``, locale, was, is);
  }
}
out += '\n## Pushes, seeds and the manifest\n\n| file | before | after |\n| --- | --- | --- |\n';
for (const file of others) for (const [was, is] of changedPieces(file)) out += row(`\`${file}\``, was, is);
writeFileSync('docs/words-changed.md', out);
