import { defineConfig } from '@playwright/test';
import { phoneOptions } from './phone';

/** `make screens`: takes pictures of every screen. */
export default defineConfig({
  testDir: '.',
  testMatch: 'screens*.spec.ts',
  testIgnore: 'clips/**',
  outputDir: '../../test-results',
  globalSetup: './server.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: { ...phoneOptions(), actionTimeout: 15_000 },
});
