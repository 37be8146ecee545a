import { defineConfig } from '@playwright/test';

/** The members' journey in WebKit: `make webkit`. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../../test-results',
  globalSetup: './house.ts',
  workers: 1,
  timeout: 300_000,
  reporter: [['list'], ['../last-words.ts']],
});
