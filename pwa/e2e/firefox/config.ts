import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/**
 * Journeys in Firefox: `make browsers`. Few yet: over its protocol the figures filled into an amount and the
 * digits of a phone number's field do not arrive, and no download or lost call is to be had.
 */
export default defineConfig({
  testDir: '..',
  testMatch: /\/languages\.spec\.ts$/,
  outputDir: '../../../test-results',
  globalSetup: './house.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['../last-words.ts']],
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    viewport: { width: 390, height: 844 },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    hasTouch: true,
    actionTimeout: 20_000,
    screenshot: 'off',
    launchOptions: { executablePath: join(import.meta.dirname, 'bridge.mjs') },
  },
});
