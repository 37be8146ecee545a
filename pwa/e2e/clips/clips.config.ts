import { defineConfig } from '@playwright/test';
import { phoneOptions } from '../phone';

/**
 * `npm run clips`: records the how-to clips of public/howto, one at a time. Parallel work makes a clip
 * stutter.
 */
export default defineConfig({
  testDir: '.',
  testMatch: 'clips.spec.ts',
  outputDir: '../../../test-results',
  globalSetup: '../server.ts',
  workers: 1,
  timeout: 420_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  // Rendered at twice the stored resolution, because text that is scaled down stays sharp.
  use: { ...phoneOptions(), deviceScaleFactor: 2, actionTimeout: 15_000 },
});
