import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { phone } from './phone';

/** A trace of the page at each step, which costs a sixth of each journey's time: for debugging. */
const TRACE = { mode: process.env.TRACE ? 'on' : 'off', screenshots: false, sources: false } as const;

/** The sets of journeys: `make test` runs `journeys`, `make test-slow` the others. */
const projects: PlaywrightTestConfig['projects'] = [
  { name: 'journeys', testMatch: /pwa\/e2e\/[^/]+\.spec\.ts$/, testIgnore: /\/screens[^/]*\.spec\.ts$/ },
  { name: 'slow', testMatch: /\/slow\/[^/]+\.spec\.ts$/, use: { serviceWorkers: 'allow' } },
  // Depends on the machine's speed or fonts, so it never fails a run on a shared machine.
  { name: 'machine', testMatch: /\/(machine|look)\/[^/]+\.spec\.ts$/, use: { serviceWorkers: 'allow' } },
];

/** Journeys on a real server. There are no retries: a journey that fails once has to be examined. */
export default defineConfig({
  testDir: '.',
  projects,
  outputDir: '../../test-results',
  globalSetup: './house.ts',
  // One more than the cores of the smallest machine: a journey waits for a third of its time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Long enough for a busy machine; the benches measure speed.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../../bin/test/journeys.json' }], ['./last-words.ts']],
  use: {
    ...phone(),
    // The worker stores the whole app on each new phone. Journeys about it request it: `WITH_WORKER` in
    // journey.ts.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: TRACE,
  },
});
