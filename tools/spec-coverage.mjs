// Writes docs/spec-coverage.md: each statement of docs/spec.md with the test
// that shows it, or the word "later". The answers stand in
// docs/spec-coverage.tsv, one line a statement: its number, a tab, and either
// "later" or "path/of/test#name of the test" (several by " | ").
//
// Fails when a statement has no answer, an answer has no statement, or a test
// that is named does not exist: nothing of the specification can be skipped
// without somebody noticing.
import { readFileSync, writeFileSync, existsSync } from 'node:fs';

const spec = readFileSync('docs/spec.md', 'utf8');
const answersFile = 'docs/spec-coverage.tsv';

/** Splits a line into sentences, but not at "e.g." or inside parentheses. */
function sentences(line) {
  const out = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '(') depth++;
    if (line[i] === ')') depth = Math.max(0, depth - 1);
    if (line[i] === '.' && depth === 0 && (i === line.length - 1 || /^\. +[A-Z_/]/.test(line.slice(i)))) {
      out.push(line.slice(start, i + 1).trim());
      start = i + 1;
    }
  }
  out.push(line.slice(start).trim());
  return out.filter((s) => s !== '');
}

function statements(text) {
  const out = [];
  let section = '0';
  let heading = '';
  let count = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const title = /^(#+) (.*)$/.exec(line);
    if (title) {
      const number = /^(\d+)\./.exec(title[2]);
      if (number) {
        section = number[1];
        count = 0;
      }
      heading = title[2];
      continue;
    }
    for (const sentence of sentences(line.replace(/^[-*] |^\d+\. /, ''))) {
      out.push({ id: `${section}.${++count}`, heading, text: sentence });
    }
  }
  return out;
}

const answers = new Map();
const problems = [];
for (const line of existsSync(answersFile) ? readFileSync(answersFile, 'utf8').split('\n') : []) {
  if (line === '' || line.startsWith('#')) continue;
  const [id, answer] = line.split('\t');
  if (answers.has(id)) problems.push(`${id} is answered twice`);
  answers.set(id, answer ?? '');
}

const files = new Map();
function check(id, test) {
  const [path, name] = test.split('#');
  if (!files.has(path)) files.set(path, existsSync(path) ? readFileSync(path, 'utf8') : null);
  const text = files.get(path);
  if (text === null) problems.push(`${id}: there is no ${path}`);
  else if (!name || !text.includes(name)) problems.push(`${id}: ${path} has no test "${name}"`);
}

const all = statements(spec);
if (process.argv.includes('--list')) {
  for (const s of all) console.log(`${s.id}\t${s.heading}\t${s.text}`);
  process.exit(0);
}
const rows = [];
let shown = 0;
let scenery = 0;
for (const s of all) {
  const answer = answers.get(s.id);
  answers.delete(s.id);
  if (!answer) {
    problems.push(`${s.id} has no answer: ${s.text}`);
    continue;
  }
  if (answer === '-') scenery++;
  else if (answer !== 'later') {
    shown++;
    for (const test of answer.split(' | ')) check(s.id, test);
  }
  const cell =
    answer === 'later' || answer === '-'
      ? answer
      : answer
          .split(' | ')
          .map((t) => `\`${t.replace('#', '` ')}`)
          .join('<br>');
  rows.push({ ...s, cell });
}
for (const id of answers.keys()) problems.push(`${id} is answered, but there is no such statement`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

let out =
  '# Spec coverage\n\nWritten by `make generate` from `docs/spec.md` and `docs/spec-coverage.tsv`; do not edit.\n\n';
const sum = `${all.length} statements: ${shown} shown by a test, ${all.length - shown - scenery} later, ${scenery} that only set the scene`;
out += `${sum}.\n`;
let heading = '';
for (const r of rows) {
  if (r.heading !== heading) {
    heading = r.heading;
    out += `\n## ${heading}\n\n| | statement | shown by |\n| --- | --- | --- |\n`;
  }
  out += `| ${r.id} | ${r.text.replaceAll('|', '\\|')} | ${r.cell} |\n`;
}
writeFileSync('docs/spec-coverage.md', out);
console.log(sum);
