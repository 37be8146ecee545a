import { defineConfig } from '@playwright/test';
import { phoneOptions } from '../phone';

/** `make visual`: compares the pictures just taken with the stored ones. */
export default defineConfig({
  testDir: '.',
  testMatch: 'visual.spec.ts',
  outputDir: '../../../test-results',
  globalSetup: './setup.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 30_000,
  reporter: [['list']],
  use: { launchOptions: phoneOptions().launchOptions },
});
