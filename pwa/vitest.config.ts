import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Many random schedules against a running server take minutes, and run only when asked for.
const schedules = process.env.SCHEDULES !== undefined;

/** Tests of functions without a page or a store say `// @pure` in their first line. They share one world, which costs them nothing. */
const pure = readdirSync(here('src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => join('src', file))
  .filter((file) => readFileSync(here(file), 'utf8').startsWith('// @pure\n'));

/** Brought together once: each is hundreds of files, which every test's own world would read anew. */
const LIBRARIES = [
  '@base-ui/react/alert-dialog',
  '@base-ui/react/dialog',
  '@base-ui/react/drawer',
  '@base-ui/react/tabs',
  '@tanstack/react-router',
  '@testing-library/react',
  'dexie',
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
  resolve: { alias: { '@': here('./src') } },
  define: { __APP_VERSION__: JSON.stringify('test') },
  test: {
    restoreMocks: true,
    silent: 'passed-only',
    // Left to itself it leaves a core free: half of two.
    maxWorkers: '100%',
    // Hundreds of random lives take seconds, or a minute where others use the machine. One that is cut off would go on
    // beside the next test, in its network.
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
          environment: 'happy-dom',
          setupFiles: [here('./test/setup.ts')],
          include: schedules ? ['test/outbox-schedules.ts'] : ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: pure,
          deps: { optimizer: { client: { enabled: true, include: LIBRARIES } } },
          // In a test BASE_URL is the app's base path, so the server's address takes another name.
          env: { SERVER_URL: process.env.BASE_URL ?? 'http://127.0.0.1:8080' },
        },
      },
    ],
  },
});
