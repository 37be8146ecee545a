// @vitest-environment node
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PhoneWithFailingStores } from '../../../test/phone-with-failing-stores';
import { DATABASE_ERRORS, type StoreFailure } from '../../../test/failing-stores';
import { FATES, type CallFate } from '../../../test/network';
import { scaledRuns } from '../../../test/runs';

/**
 * The faults of these runs. A refused token is left out, since other tests cover it. The closed window is
 * left out too, since only slips can get it.
 */
const FAULTS = FATES.filter((fate) => fate !== 'refused-401' && fate !== 'closed-503');
const fates = fc.array(fc.constantFrom(...FAULTS), { maxLength: 4 });

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'enqueue slip' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'send text' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('withdraw' as const), amount: fc.constantFrom(100, 200) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'reload' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('network' as const), fates }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(500, 5_000, 40_000) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const failure: fc.Arbitrary<StoreFailure> = fc.record({
  store: fc.constantFrom(
    'database' as const,
    'database' as const,
    'localStorage' as const,
    'sessionStorage' as const,
  ),
  how: fc.constantFrom(
    'fails' as const,
    'fails' as const,
    'silent' as const,
    'closed' as const,
    'emptied' as const,
    'missing' as const,
  ),
  error: fc.constantFrom(...DATABASE_ERRORS),
  at: fc.nat(140),
  times: fc.constantFrom(1, 2, 5, Infinity),
});

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

async function runStep(phone: PhoneWithFailingStores, step: Step): Promise<void> {
  switch (step.do) {
    case 'enqueue slip':
      return phone.enqueueSlip();
    case 'send text':
      return phone.sendText();
    case 'withdraw':
      return phone.withdraw(step.amount);
    case 'cancel':
      return phone.cancel(step.which);
    case 'reload':
      return phone.load();
    case 'network':
      return phone.expect(step.fates as CallFate[]);
    case 'wait':
      return phone.wait(step.ms);
  }
}

interface Simulation {
  failure: StoreFailure;
  steps: Step[];
  /** The end of the run: the page continues, or a new page opens with stores that work again. */
  end: 'same page' | 'new page';
}

async function runSimulation({ failure: dying, steps, end }: Simulation): Promise<string[]> {
  const phone = new PhoneWithFailingStores(dying);
  await phone.load();
  for (const each of steps) await runStep(phone, each);
  if (end === 'new page') {
    phone.stores.endFailures();
    await phone.load();
  }
  await phone.recover();
  return phone.findings();
}

const simulations: fc.Arbitrary<Simulation> = fc.record({
  failure,
  steps: fc.array(step, { minLength: 3, maxLength: 12, size: 'max' }),
  end: fc.constantFrom('same page' as const, 'new page' as const),
});

/**
 * A page waits for the server's time before it repeats an earlier page's command, and a withdrawal is
 * sent meanwhile. When both were sent at once, one was refused and one paid, and the next tap paid again.
 */
const sentWhileResuming: Simulation = {
  failure: { store: 'database', how: 'fails', error: 'UnknownError', at: 0, times: 1 },
  steps: [
    { do: 'send text' },
    { do: 'reload' },
    { do: 'network', fates: ['proxy-403', 'limit-429', 'response-lost'] },
    { do: 'send text' },
    { do: 'withdraw', amount: 100 },
    { do: 'send text' },
    { do: 'withdraw', amount: 100 },
    { do: 'reload' },
  ],
  end: 'same page',
};

it('if a store fails at any step, every loss is reported, nothing unsent is shown as sent, nothing is paid twice, and retries are limited', async () => {
  await fc.assert(
    fc.asyncProperty(simulations, async (simulation) => {
      expect(await runSimulation(simulation)).toEqual([]);
    }),
    { numRuns: scaledRuns(30), examples: [[sentWhileResuming]] },
  );
});
