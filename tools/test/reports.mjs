// Reads the reports of the three test runners as one list: gotestsum's JSON lines, and the JSON of vitest and
// Playwright.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The path of each level's report. */
export const REPORTS = {
  package: 'bin/test/go.jsonl',
  component: 'bin/test/vitest.json',
  journey: 'bin/test/journeys.json',
};

/**
 * Returns every test of a level's last run: { level, where, name, seconds, passed }. `where` is a Go package
 * or a file. Returns an empty list if the level did not run.
 */
export function readLevel(level, path = REPORTS[level]) {
  if (!existsSync(path)) return [];
  return READERS[level](readFileSync(path, 'utf8')).map((test) => ({ level, ...test }));
}

const READERS = {
  package: (text) => {
    const events = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const ended = events.filter(({ Action, Test }) => Test && ['pass', 'fail'].includes(Action));
    const tests = ended
      .filter(({ Test }) => !Test.includes('/'))
      .map((e) => ({
        where: e.Package.replace('krapao/', ''),
        name: e.Test,
        seconds: e.Elapsed ?? 0,
        passed: e.Action === 'pass',
      }));
    return [...tests, ...packagesWithoutTests(events)];
  },
  component: (text) =>
    JSON.parse(text).testResults.flatMap((file) =>
      file.assertionResults.length === 0
        ? [{ where: here(file.name), name: 'does not load', seconds: 0, passed: file.status === 'passed' }]
        : file.assertionResults
            .filter(({ status }) => ['passed', 'failed'].includes(status))
            .map((each) => ({
              where: here(file.name),
              name: each.fullName,
              seconds: (each.duration ?? 0) / 1000,
              passed: each.status === 'passed',
            })),
    ),
  journey: (text) => {
    const { config, suites, errors = [] } = JSON.parse(text);
    const setup = errors.map(({ message }) => ({
      where: 'pwa/e2e',
      name: (message ?? '').split('\n')[0],
      seconds: 0,
      passed: false,
    }));
    return [
      ...setup,
      ...suites.flatMap((suite) => journeysOf(suite, here(join(config.rootDir, suite.file)), [])),
    ];
  },
};

/**
 * Returns the packages that failed outside their tests, because they do not compile or because a test ended
 * the process.
 */
function packagesWithoutTests(events) {
  const failed = new Set(events.filter((e) => e.Test && e.Action === 'fail').map((e) => e.Package));
  return events
    .filter((e) => !e.Test && e.Action === 'fail' && !failed.has(e.Package))
    .map((e) => ({
      where: e.Package.replace('krapao/', ''),
      name: 'the package',
      seconds: 0,
      passed: false,
    }));
}

function journeysOf({ suites = [], specs = [] }, file, titles) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ results }) => results.length > 0)
      .map(({ results, status }) => ({
        where: file,
        name: [...titles, title].join(' › '),
        seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
        passed: status === 'expected',
        why: results
          .at(-1)
          .errors[0]?.message?.replaceAll(/\u001b\[\d+m/g, '')
          .slice(0, 1000),
      })),
  );
  return [...own, ...suites.flatMap((each) => journeysOf(each, file, [...titles, each.title]))];
}

const here = (path) => relative(process.cwd(), path);
