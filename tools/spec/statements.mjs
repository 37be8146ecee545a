// The statements of the specification, docs/statements.tsv: one line each,
// with an id that stays when the text moves, what stands for it, and the text
// word for word. "test" wants a test that marks the id; "later" is not built, or
// not whole; "words" is a code that this house never sends and only translates;
// "rule" binds those who write and review; "-" only sets the scene.
//
// A sentence that holds several requirements is several statements, which may
// repeat how it begins before " … ".
import { readFileSync } from 'node:fs';

const ANSWERS = ['test', 'later', 'words', 'rule', '-'];
export const ID = /[DP]?\d+\.\d+[a-z]*/;

export function readStatements(path, problems) {
  const statements = new Map();
  let heading = '';
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.startsWith('## ')) heading = line.slice(3);
    if (line === '' || line.startsWith('#')) continue;
    const [id, answer, text] = line.split('\t');
    if (!new RegExp(`^${ID.source}$`).test(id)) problems.push(`"${id}" is no id`);
    if (!ANSWERS.includes(answer)) problems.push(`${id}: "${answer}" is none of ${ANSWERS.join(', ')}`);
    if (!text) problems.push(`${id} has no text`);
    if (statements.has(id)) problems.push(`${id} stands twice`);
    statements.set(id, { id, answer, text: text ?? '', heading });
  }
  return [...statements.values()];
}

/** What the specification says, without headings and marks of lists. */
function body(spec) {
  const lines = spec.split('\n').filter((line) => !line.startsWith('#'));
  return lines.map((line) => line.trim().replace(/^(- |\d+\. )/, '')).join('\n');
}

/** Nothing that says anything may stand between two statements. */
const NOTHING = /^[\s.,;:()]*((and|or)\b[\s,]*)?$/;

/**
 * Walks the specification from statement to statement: a sentence that is in
 * no statement is a problem, and a statement whose text is gone is one.
 */
export function checkAgainst(spec, statements, problems) {
  const text = body(spec);
  let at = 0;
  for (const s of statements) {
    const [piece, ...before] = s.text.split(' … ').reverse();
    const found = text.indexOf(piece, at);
    if (found < 0 || before.some((lead) => !text.slice(0, found).includes(lead))) {
      problems.push(`${s.id} is not in the specification, or not here: ${s.text}`);
      continue;
    }
    inNone(text.slice(at, found), problems);
    at = found + piece.length;
  }
  inNone(text.slice(at), problems);
}

function inNone(gap, problems) {
  if (!NOTHING.test(gap)) problems.push(`in no statement: ${gap.trim()}`);
}
