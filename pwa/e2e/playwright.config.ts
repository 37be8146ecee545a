import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { phone } from './phone';

/** The page at each step, which costs a sixth of each journey: for one that is looked into. */
const TRACE = { mode: process.env.TRACE ? 'on' : 'off', screenshots: false, sources: false } as const;

/** Which journeys run: `make test` runs `journeys`, `make test-slow` the others. */
const projects: PlaywrightTestConfig['projects'] = [
  { name: 'journeys', testMatch: /pwa\/e2e\/[^/]+\.spec\.ts$/, testIgnore: /\/screens[^/]*\.spec\.ts$/ },
  { name: 'slow', testMatch: /\/slow\/[^/]+\.spec\.ts$/, use: { serviceWorkers: 'allow' } },
  // What depends on the machine's speed or fonts: never a reason for a red run on a shared machine.
  { name: 'machine', testMatch: /\/(machine|look)\/[^/]+\.spec\.ts$/, use: { serviceWorkers: 'allow' } },
];

/** Journeys on a real server. There are no retries: a journey that is red once is looked into. */
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
  // Time for a busy machine; how fast things are the benches measure.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../../bin/test/journeys.json' }], ['./last-words.ts']],
  use: {
    ...phone(),
    // The worker stores the whole app on each new phone. Journeys about it ask for it: `WITH_WORKER` in journey.ts.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: TRACE,
  },
});
