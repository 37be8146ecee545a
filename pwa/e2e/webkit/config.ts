import { defineConfig } from '@playwright/test';

/** `make webkit`: runs the members' journey in WebKit. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../../test-results',
  globalSetup: './server.ts',
  workers: 1,
  timeout: 300_000,
  reporter: [['list'], ['../failure-summary.ts']],
});
