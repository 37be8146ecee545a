// Writes bin/spec-coverage.md (`make coverage`): each statement of the specification with the tests that mark
// it. Fails if docs/statements.tsv and the sentences of docs/spec.md and docs/decided.md do not match. Fails
// if a statement needs a test and no test marks it. Also fails if a mark names an unknown statement, or a
// statement whose answer is not "test".
import { mkdirSync, writeFileSync } from 'node:fs';
import { checkAgainst, readStatements } from './spec/statements.mjs';
import { marksIn, testFiles } from './spec/marks.mjs';

const problems = [];
const statements = readStatements('docs/statements.tsv', problems);
const selectBy = (ids) => statements.filter((s) => ids.test(s.id));
checkAgainst('docs/spec.md', selectBy(/^\d/), problems);
checkAgainst('docs/decided.md', selectBy(/^D/), problems);

const shownBy = new Map(statements.map((s) => [s.id, []]));
for (const { id, path, test } of testFiles().flatMap((path) => marksIn(path, problems))) {
  const tests = shownBy.get(id);
  if (!tests) problems.push(`${path}: "${test}" marks ${id}, which no statement has`);
  else tests.push(`\`${path}\` ${test}`);
}
for (const { id, answer, text } of statements) {
  const marked = shownBy.get(id).length > 0;
  if (answer === 'test' && !marked) problems.push(`no test marks ${id}: ${text}`);
  if (answer !== 'test' && marked) problems.push(`${id} is "${answer}", but marked: ${shownBy.get(id)}`);
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

const count = (answer) => statements.filter((s) => s.answer === answer).length;
const sum =
  `${statements.length} statements: ${count('test')} shown by a test, ${count('later')} later, ` +
  `${count('words')} codes that are translated and never sent (docs/errors.md says why), ` +
  `${count('rule')} rules for authors and reviewers, ${count('-')} introductions`;
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
let out = `# Spec coverage\n\nWritten by \`make coverage\` from \`docs/statements.tsv\` and the marks in the tests (\`// spec 2.23\`).\n\n${sum}.\n`;
let heading = '';
for (const s of statements) {
  if (s.heading !== heading) {
    heading = s.heading;
    out += `\n## ${heading}\n\n| | statement | shown by |\n| --- | --- | --- |\n`;
  }
  const tests = shownBy.get(s.id).map(cell).join('<br>');
  const by = s.answer === 'test' ? tests : [s.answer, ...(s.why ? [cell(s.why)] : [])].join(': ');
  out += `| ${s.id} | ${cell(s.text)} | ${by} |\n`;
}
mkdirSync('bin', { recursive: true });
writeFileSync('bin/spec-coverage.md', out);
console.log(sum);
