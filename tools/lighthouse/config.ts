import { defineConfig } from '@playwright/test';

/** `make lighthouse`, with nothing else running: ROUNDS of it (5), in SCREENS a pattern of their names. */
export default defineConfig({
  testDir: '.',
  testMatch: 'lighthouse.bench.ts',
  outputDir: '../../test-results',
  globalSetup: '../../pwa/e2e/house.ts',
  workers: 1,
  timeout: 60 * 60_000,
  reporter: [['line']],
});
