import { defineConfig } from '@playwright/test';

/**
 * `make lighthouse` must run alone on the machine. ROUNDS sets the number of rounds (default 5); SCREENS is a
 * pattern of the screens to measure.
 */
export default defineConfig({
  testDir: '.',
  testMatch: 'lighthouse.bench.ts',
  outputDir: '../../test-results',
  globalSetup: '../../pwa/e2e/server.ts',
  workers: 1,
  timeout: 60 * 60_000,
  reporter: [['line']],
});
