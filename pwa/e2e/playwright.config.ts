import { defineConfig } from '@playwright/test';
import { phone } from './phone';

/**
 * The page at each step of a red journey, but no film of it: that is drawn all the time, and every journey pays
 * for it. CI keeps no files, so there nobody would open it.
 */
const TRACE = {
  mode: process.env.CI ? 'off' : 'retain-on-failure',
  screenshots: false,
  sources: false,
} as const;

/** Journeys on a real server. One that is red once tells of a fault and is looked into, also where a second try was green. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: ['screens*.spec.ts', 'clips/**', 'visual/**', 'webkit/**'],
  outputDir: '../../test-results',
  globalSetup: './house.ts',
  // One more than there are cores on the smallest machine: a journey waits for a third of its time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // In CI only, where nobody can look on: the last words say of each first try what was seen.
  retries: process.env.CI ? 1 : 0,
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
