// Reads the marks by which tests name the statements that they show: a comment "spec 2.23" or "spec 2.23,
// 4.6" just above the test. A mark belongs to the next test only; a group of tests cannot have a mark.
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { ID } from './statements.mjs';

const MARK = new RegExp(`^\\s*// spec (${ID.source}(?:, ${ID.source})*)\\.?$`);
const GO_TEST = /^func (Test\w+|Fuzz\w+)\(/;
// "withPhone" and similar names are Playwright's `test` with additional fixtures.
const TS_TEST = /^\s*(?:test|it|with[A-Z]\w*)(\.each)?(?:<.*>)?\(/;

/** Returns the paths of all test files that git tracks or would add. */
export function testFiles() {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'backend', 'pwa'], {
    encoding: 'utf8',
  });
  return list.split('\n').filter((path) => /(_test\.go|\.test\.tsx?|\.spec\.ts)$/.test(path));
}

/** Returns the marks of a file: [{ id, path, test }]. Adds a text for each wrong mark to `problems`. */
export function marksIn(path, problems) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const marks = [];
  let waiting = [];
  lines.forEach((line, i) => {
    const mark = MARK.exec(line);
    if (mark) waiting.push(...mark[1].split(', '));
    else if (waiting.length > 0 && !/^\s*(\/\/|\*|\/\*\*|$)/.test(line)) {
      const test = path.endsWith('.go') ? goTest(line) : tsTest(lines, i);
      if (!test) problems.push(`${path}:${i + 1}: a mark is not above a test that runs`);
      for (const id of waiting) marks.push({ id, path, test });
      waiting = [];
    }
  });
  return marks;
}

function goTest(line) {
  return GO_TEST.exec(line)?.[1];
}

/**
 * Returns the title of the test that begins in this line. If the test has a table of cases, the title follows
 * the table.
 */
function tsTest(lines, from) {
  const begin = TS_TEST.exec(lines[from]);
  if (!begin) return undefined;
  const text = lines.slice(from, from + 60).join('\n');
  const title = begin[1] ? /\)\(\s*(['"`])(.*?)\1/s : /\(\s*(['"`])(.*?)\1/s;
  return title.exec(text)?.[2];
}
