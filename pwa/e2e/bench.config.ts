import { defineConfig } from '@playwright/test';
import { phoneOptions } from './phone';

/** `make bench`: benchmarks in a browser. Nothing else may run on the machine. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.bench.ts',
  outputDir: '../../test-results',
  globalSetup: './server.ts',
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line']],
  use: { ...phoneOptions(), actionTimeout: 30_000 },
});
