import { defineConfig } from '@playwright/test';
import { phone } from '../phone';

/** The how-to clips of public/howto: `npm run clips`. One at a time: parallel work makes a film stutter. */
export default defineConfig({
  testDir: '.',
  testMatch: 'clips.spec.ts',
  outputDir: '../../../test-results',
  globalSetup: '../house.ts',
  workers: 1,
  timeout: 420_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  // Rendered at twice the stored resolution: text that is scaled down stays sharp.
  use: { ...phone(), deviceScaleFactor: 2, actionTimeout: 15_000 },
});
