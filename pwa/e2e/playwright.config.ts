import { defineConfig } from '@playwright/test';
import { phone } from './phone';

/**
 * The page at each step, but no film of it: that is drawn all the time, and every journey pays for it. Where a
 * journey is tried again, only then.
 */
const TRACE = {
  mode: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  screenshots: false,
  sources: false,
} as const;

/**
 * Journeys on a real server. A journey that sometimes fails tells of a fault: none is tried again, but in CI,
 * once, so that one stumble of the machine costs no run; the end of the run says why it failed and calls it flaky.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: ['screens*.spec.ts', 'clips/**', 'visual/**', 'webkit/**'],
  outputDir: '../../test-results',
  globalSetup: './house.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A journey that is red once is looked into, not tried again.
  retries: 0,
  // Patience, for a machine that others use as well: how fast things are the benches tell.
  timeout: 120_000,
  expect: {
    timeout: 30_000,
    // A clock and an account's last digits are well below this, and so is another machine's edge of a letter.
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, pathTemplate: '../../docs/screens/{arg}{ext}' },
  },
  reporter: [['list'], ['./last-words.ts']],
  use: { ...phone(), actionTimeout: 30_000, screenshot: 'only-on-failure', trace: TRACE },
});
