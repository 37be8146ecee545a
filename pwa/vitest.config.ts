import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The random schedules against a running server take minutes. They run only if SCHEDULES is set.
const schedules = process.env.SCHEDULES !== undefined;

/**
 * Test files of functions without a page or a store have `// @pure` in their first line. They share one
 * environment, so that it starts only once.
 */
const pure = readdirSync(here('src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => join('src', file))
  .filter((file) => readFileSync(here(file), 'utf8').startsWith('// @pure\n'));

/**
 * Libraries that are bundled once for all tests. Each has hundreds of files, which every test file would
 * otherwise load again.
 */
const LIBRARIES = [
  '@base-ui/react/alert-dialog',
  '@base-ui/react/dialog',
  '@base-ui/react/drawer',
  '@base-ui/react/tabs',
  '@tanstack/react-router',
  '@testing-library/react/pure',
  'dexie',
  'fake-indexeddb',
  'fake-indexeddb/auto',
  'i18next',
  'lucide-react',
  'react',
  'react-dom',
  'react-dom/client',
  'react-hook-form',
  'react-i18next',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'valibot',
];

export default defineConfig({
  root: here('.'),
  resolve: {
    alias: [
      { find: '@', replacement: here('./src') },
      { find: /^@testing-library\/react$/, replacement: here('./test/testing-library.ts') },
    ],
  },
  define: { __APP_VERSION__: JSON.stringify('test') },
  test: {
    restoreMocks: true,
    silent: 'passed-only',
    // By default vitest leaves one core idle, which is half of a machine with two cores.
    maxWorkers: '100%',
    // Hundreds of random simulations take seconds, or a minute on a busy machine. A simulation that is cut
    // off would continue during the next test, on that test's network.
    testTimeout: schedules ? 0 : 180_000,
    projects: [
      {
        extends: true,
        test: { name: 'pure', environment: 'node', isolate: false, include: schedules ? [] : pure },
      },
      {
        extends: true,
        test: {
          name: 'phone',
          globalSetup: here('./test/bundle-page.ts'),
          environment: here('./test/page.ts'),
          setupFiles: [here('./test/setup.ts')],
          include: schedules ? ['test/outbox-schedules.ts'] : ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: pure,
          deps: { optimizer: { client: { enabled: true, include: LIBRARIES } } },
          // Within a test, BASE_URL is the app's base path. So the server's address has another name.
          env: { SERVER_URL: process.env.BASE_URL ?? 'http://127.0.0.1:8080' },
        },
      },
    ],
  },
});
