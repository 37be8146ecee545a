// Finds the tests that match a pattern: a file, a folder, a Go package, or part of a test's name.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const LEVELS = [
  ['package', /^(backend|sql)\/.*_test\.go$/],
  ['journey', /^(pwa\/e2e|tools\/lighthouse)\/.*\.(spec|bench)\.ts$/],
  ['component', /^pwa\/.*\.test\.tsx?$/],
];

/** Returns the level of a test file, or undefined for any other file. */
export const levelOf = (path) => LEVELS.find(([, pattern]) => pattern.test(path))?.[0];

/** Returns all test files that git tracks or would add, each with its level. */
export function testFiles() {
  const list = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'backend', 'sql', 'pwa', 'tools'],
    {
      encoding: 'utf8',
    },
  );
  return list
    .split('\n')
    .filter((path) => levelOf(path) && existsSync(path))
    .map((path) => ({ path, level: levelOf(path) }));
}

/**
 * Returns the tests that match a pattern: [{ level, path, name }]. `name` is set if the pattern is part of a
 * test's name; the level's runner gets it. Without `name` the whole file runs. Returns an empty list if
 * nothing matches.
 */
export function find(pattern) {
  const files = testFiles();
  const asPath = pattern
    .replace(/^\.\//, '')
    .replace(/^krapao\//, '')
    .replace(/\/(\.\.\.)?$/, '');
  if (existsSync(asPath)) {
    const isFolder = statSync(asPath).isDirectory();
    return files.filter(({ path }) => path === asPath || (isFolder && path.startsWith(`${asPath}/`)));
  }
  const byFile = files.filter(({ path }) => path.includes(`/${pattern}`) && /\.(ts|tsx|go)$/.test(pattern));
  if (byFile.length > 0) return byFile;
  return files
    .filter(({ path }) => namesIn(path).some((name) => name.includes(pattern)))
    .map((file) => ({ ...file, name: pattern }));
}

/**
 * Returns the names of a file's tests. For TypeScript it returns every quoted text, because a text that is no
 * test title selects no test.
 */
function namesIn(path) {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.go')) return [...text.matchAll(/^func ((?:Test|Fuzz)\w+)\(/gm)].map(([, name]) => name);
  return [...text.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)+)\1/g)].map(([, , name]) => name);
}

/**
 * Returns the commands that run the tests found, one for each level: { level, command, args, times }. A command
 * with `times` must be run that often, because its runner cannot repeat tests.
 */
export function commandsFor(found, { repeat = 1, extra = [] } = {}) {
  return LEVELS.map(([level]) => [level, found.filter((each) => each.level === level)])
    .filter(([, of]) => of.length > 0)
    .map(([level, of]) => ({ level, ...RUN[level](of, repeat, extra) }));
}

const name = (of) => of[0].name;

const RUN = {
  package: (of, repeat, extra) => {
    const packages = [...new Set(of.map(({ path }) => `./${dirname(path)}`))];
    const only = name(of) ? ['-run', name(of)] : [];
    const test = [
      'go',
      'test',
      '-ldflags=-s -w',
      `-count=${repeat}`,
      '-timeout=60m',
      ...only,
      ...extra,
      ...packages,
    ];
    return { command: 'go', args: ['run', './backend/cmd/wallet', 'testdb', '--', ...test] };
  },
  component: (of, repeat, extra) => ({
    command: 'npx',
    args: [
      'vitest',
      'run',
      '--config',
      'pwa/vitest.config.ts',
      ...(name(of) ? ['-t', literal(name(of))] : []),
      ...extra,
      ...paths(of),
    ],
    times: repeat,
  }),
  journey: (of, repeat, extra) => ({
    command: 'npx',
    args: [
      ...['playwright', 'test', '--config', 'pwa/e2e/playwright.config.ts', `--repeat-each=${repeat}`],
      ...(name(of) ? ['-g', literal(name(of))] : []),
      ...extra,
      ...paths(of),
    ],
  }),
};

const paths = (of) => [...new Set(of.map(({ path }) => path))];
const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
