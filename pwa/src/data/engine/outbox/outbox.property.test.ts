// @vitest-environment node
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { ModelServer } from '../../../../test/model-server';
import { Network } from '../../../../test/network';
import { OutboxEnvironment } from '../../../../test/outbox-environment';
import { createRandom } from '../../../../test/random';
import { runSchedule, recover, schedules, type ScheduleSetup, type Step } from '../../../../test/schedule';
import { scaledRuns } from '../../../../test/runs';

afterEach(() => vi.unstubAllGlobals());

interface Simulation extends ScheduleSetup {
  server: ModelServer;
}

function createSimulation(seed: number, withLocks: boolean): Simulation {
  const server = new ModelServer();
  const tokens = ['t1', 't2', 't3'];
  for (const token of tokens) server.tokens.set(token, 'M1');
  const network = new Network((url, init) => server.handle(url, init));
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => network.fetch(url, init));
  const now = Date.UTC(2026, 0, 5);
  const random = createRandom(seed);
  const environment = new OutboxEnvironment({ memberId: 'M1', tokens, random, withLocks, now });
  const picture = (n: number) => new TextEncoder().encode(`picture ${n} of ${seed}`).buffer;
  return { server, network, world: environment, picture };
}

async function assertNothingLostOrDoubled({ server, world: environment }: Simulation): Promise<void> {
  for (const { id, sha256, promised, cancelled } of environment.queued) {
    const effects = server.effectsOf(sha256);
    if (promised && !cancelled) expect(effects, `${id} is lost`).toBeGreaterThan(0);
    expect(effects, `${id} is doubled`).toBeLessThanOrEqual(1);
  }
  expect(environment.violations).toEqual([]);
  expect(await environment.context('tab').rows()).toEqual({ items: [], blobs: 0, unsent: 0 });
}

async function runSteps(steps: Step[], seed: number, withLocks: boolean): Promise<void> {
  const simulation = createSimulation(seed, withLocks);
  try {
    await runSchedule(simulation, steps);
    await recover(simulation);
    await assertNothingLostOrDoubled(simulation);
  } finally {
    simulation.world.close();
  }
}

it('nothing is lost, doubled or out of order after any simulated history', async () => {
  const property = fc.asyncProperty(schedules, fc.nat(), (steps, seed) => runSteps(steps, seed, true));

  await fc.assert(property, { numRuns: scaledRuns(80) });
});

it('nothing is lost or doubled in a browser without locks, where only leases separate contexts', async () => {
  const lives = fc.asyncProperty(schedules, fc.nat(), (steps, seed) => runSteps(steps, seed, false));

  await fc.assert(lives, { numRuns: scaledRuns(30) });
});
