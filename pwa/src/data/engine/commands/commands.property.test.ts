// @pure
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  CommandEnvironment,
  TABS,
  REQUESTS,
  type Fate,
  type Store,
} from '../../../../test/command-environment';
import { createRandom } from '../../../../test/random';
import { waitTurns } from '../../../../test/schedule';
import { forgetUnstored } from './keys';
import { scaledRuns } from '../../../../test/runs';

const FATES: Fate[] = [
  'fine',
  'request lost',
  'response lost',
  'late',
  'server error',
  'busy',
  'password required',
  'refused',
];

const tab = fc.constantFrom(...TABS);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('send' as const), tab, which: fc.nat(REQUESTS.length - 1) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('network' as const),
      fates: fc.array(fc.constantFrom(...FATES), { maxLength: 6 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(100, 3_000, 40_000, 600_000, 1_900_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('run turns' as const), turns: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reload' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close page' as const), tab, after: fc.nat(8) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'deliver late' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'empty store' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('break disk' as const), steps: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'session ends' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'sign in' as const }) },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function runStep(environment: CommandEnvironment, step: Step, failingStore: Store): void | Promise<void> {
  switch (step.do) {
    case 'send':
      return environment.wish(step.tab, step.which);
    case 'network':
      environment.fates = step.fates;
      return;
    case 'wait':
      return environment.wait(step.ms);
    case 'run turns':
      return waitTurns(step.turns);
    case 'reload':
      return environment.reload(step.tab);
    case 'close page':
      return environment.dieAfter(step.tab, step.after);
    case 'deliver late':
      return environment.deliverLate();
    case 'empty store':
      return environment.empty(failingStore);
    case 'break disk':
      return environment.breakDisk(step.steps);
    case 'session ends':
      forgetUnstored();
      return environment.endSession();
    case 'sign in':
      return environment.signIn();
  }
}

/** Restores the network and logs the member in, until the outcome of every open command is known. */
async function recover(environment: CommandEnvironment): Promise<void> {
  environment.fates = [];
  environment.deliverLate();
  environment.signIn();
  for (let round = 0; round < 20 && (await environment.openRows()).length > 0; round++) {
    await waitTurns(20);
    environment.wait(31_000);
  }
}

/**
 * Runs the steps while one store fails any number of times. If both stores failed, no key could be recovered.
 */
async function runSteps(steps: Step[], seed: number, failingStore: Store): Promise<void> {
  forgetUnstored();
  const environment = new CommandEnvironment(createRandom(seed));
  try {
    for (const each of steps) {
      await runStep(environment, each, failingStore);
      await waitTurns(1);
      await environment.assertNoSecret();
    }
    await recover(environment);
    expect(environment.violations).toEqual([]);
    expect(await environment.openRows()).toEqual([]);
  } finally {
    environment.db.close();
  }
}

/**
 * A page closes between the two writes. The next page loses the response, and after that the database with
 * the only key.
 */
const keyInOneStore: Step[] = [
  { do: 'close page', tab: 'tab', after: 1 },
  { do: 'send', tab: 'tab', which: 0 },
  { do: 'network', fates: ['response lost', 'password required'] },
  { do: 'reload', tab: 'other tab' },
  { do: 'run turns', turns: 30 },
  { do: 'wait', ms: 40_000 },
  { do: 'run turns', turns: 30 },
  { do: 'empty store' },
  { do: 'send', tab: 'other tab', which: 0 },
];

it('a command has one effect after any simulated history with one failing store, and no password is stored', async () => {
  const steps = fc.array(step, { minLength: 3, maxLength: 30, size: 'max' });

  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), fc.constantFrom<Store>('database', 'local storage'), runSteps),
    { numRuns: scaledRuns(80), examples: [[keyInOneStore, 1, 'database']] },
  );
});
