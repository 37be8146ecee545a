import { defineConfig } from '@playwright/test';
import { phoneOptions } from '../phone';

/** The screenshots that the browser's install dialog shows: `npm run screenshots`. */
export default defineConfig({
  testDir: '.',
  testMatch: 'screenshots.spec.ts',
  outputDir: '../../../test-results',
  globalSetup: '../server.ts',
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: { ...phoneOptions(), deviceScaleFactor: 2, actionTimeout: 15_000 },
});
