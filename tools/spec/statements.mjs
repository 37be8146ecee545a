// Reads docs/statements.tsv. Each line is one statement: its id, its answer, and its text word for word. The
// id stays when the text moves. Answers:
// - "test": a test must mark the id;
// - "later": not built or not complete; the fourth column has the reason;
// - "words": a code that the server never sends and the app only translates;
// - "rule": a rule for authors and reviewers;
// - "-": only an introduction.
//
// A sentence with several requirements is several statements. Each may repeat the beginning of the sentence
// before " … ".
import { readFileSync } from 'node:fs';

const ANSWERS = ['test', 'later', 'words', 'rule', '-'];
export const ID = /[DP]?\d+\.\d+[a-z]*/;

/** Returns the statements of a file: [{ id, answer, text, why, heading }]. Adds a text for each fault to `problems`. */
export function readStatements(path, problems) {
  const statements = new Map();
  let heading = '';
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.startsWith('## ')) heading = line.slice(3);
    if (line === '' || line.startsWith('#')) continue;
    const [id, answer, text, why] = line.split('\t');
    if (!new RegExp(`^${ID.source}$`).test(id)) problems.push(`"${id}" is not an id`);
    if (!ANSWERS.includes(answer)) problems.push(`${id}: "${answer}" is none of ${ANSWERS.join(', ')}`);
    if (!text) problems.push(`${id} has no text`);
    if ((answer === 'later') !== Boolean(why)) problems.push(`${id}: "later", and only it, needs a reason`);
    if (statements.has(id)) problems.push(`${id} occurs twice`);
    statements.set(id, { id, answer, text: text ?? '', why, heading });
  }
  return [...statements.values()];
}

/** Returns a document's text on one line, without headings, bold marks, and marks of lists and tables. */
function flatten(spec) {
  const lines = spec.split('\n').filter((line) => !/^(#|\| ---)/.test(line));
  const texts = lines.map((line) => line.trim().replace(/^(- |\d+\. |\| )| \|$/g, ''));
  return texts.join(' ').replaceAll('**', '').replace(/\s+/g, ' ');
}

/** Matches a gap between two statements that has no content. */
const EMPTY_GAP = /^[\s.,;:()]*((and|or)\b[\s,]*)?$/;

/**
 * Compares a document with its statements, in order. Adds each sentence that is in no statement to `problems`,
 * and each statement that is not in the document.
 */
export function checkAgainst(path, statements, problems) {
  const text = flatten(readFileSync(path, 'utf8'));
  let at = 0;
  for (const s of statements) {
    const [piece, ...before] = text.includes(s.text) ? [s.text] : s.text.split(' … ').reverse();
    const found = text.indexOf(piece, at);
    if (found < 0 || before.some((lead) => !text.slice(0, found).includes(lead))) {
      problems.push(`${s.id} is not in ${path}, or in another order: ${s.text}`);
      continue;
    }
    checkGap(path, text.slice(at, found), problems);
    at = found + piece.length;
  }
  checkGap(path, text.slice(at), problems);
}

/** Adds the text between two statements to `problems` if it has content. */
function checkGap(path, gap, problems) {
  if (!EMPTY_GAP.test(gap)) problems.push(`${path}: in no statement: ${gap.trim()}`);
}
