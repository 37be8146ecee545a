import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { phoneOptions } from './phone';

/** TRACE records the page at each step, for debugging. It costs a sixth of each journey's time. */
const TRACE = { mode: process.env.TRACE ? 'on' : 'off', screenshots: false, sources: false } as const;

/** The sets of journeys. `make test` runs `journeys`, and `make test-slow` runs the others. */
const projects: PlaywrightTestConfig['projects'] = [
  { name: 'journeys', testMatch: /pwa\/e2e\/[^/]+\.spec\.ts$/, testIgnore: /\/screens[^/]*\.spec\.ts$/ },
  { name: 'slow', testMatch: /\/slow\/[^/]+\.spec\.ts$/, use: { serviceWorkers: 'allow' } },
  // These results depend on the machine's speed or fonts. So they never fail a run on a shared machine.
  { name: 'machine', testMatch: /\/(machine|look)\/[^/]+\.spec\.ts$/, use: { serviceWorkers: 'allow' } },
];

/** Journeys on a real server. There are no retries: a journey that fails once has to be examined. */
export default defineConfig({
  testDir: '.',
  projects,
  outputDir: '../../test-results',
  globalSetup: './server.ts',
  // One more than the cores of the smallest machine, since a journey spends a third of its time waiting.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Long enough for a busy machine; the benches measure speed.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../../bin/test/journeys.json' }], ['./failure-summary.ts']],
  use: {
    ...phoneOptions(),
    // The worker stores the whole app on each new phone, which takes time. Journeys that need it set
    // `WITH_WORKER` (journey.ts).
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: TRACE,
  },
});
