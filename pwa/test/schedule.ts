/** Random simulations of one member's queue, and the conditions that must hold at the end of each. */
import fc from 'fast-check';
import { FATES, type CallFate, type Network } from './network';
import {
  CONTEXTS,
  type Context,
  type ContextName,
  type OutboxEnvironment,
  type Queued,
} from './outbox-environment';

export type Step =
  | { do: 'enqueue'; by: ContextName }
  | { do: 'drain'; by: ContextName }
  | { do: 'die'; by: ContextName; after: number }
  | { do: 'kill'; by: ContextName }
  | { do: 'network'; fates: CallFate[] }
  | { do: 'deliver late' }
  | { do: 'wait'; ms: number }
  | { do: 'let run'; turns: number }
  | { do: 'cancel' | 'confirm'; by: ContextName; which: number }
  | { do: 'hasten'; by: ContextName }
  | { do: 'sign in again' };

const by = fc.constantFrom(...CONTEXTS);
const which = fc.nat(9);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('enqueue' as const), by }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('drain' as const), by }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('die' as const), by, after: fc.nat(12) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const), by }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('network' as const),
      fates: fc.array(fc.constantFrom(...FATES), { maxLength: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'deliver late' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(100, 3_000, 40_000, 330_000, 1_000_000, 90_000_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('let run' as const), turns: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'confirm' as const), by, which }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hasten' as const), by }) },
  { weight: 1, arbitrary: fc.constant({ do: 'sign in again' as const }) },
);

export const schedules = fc.array(step, { minLength: 3, maxLength: 30, size: 'max' });

export interface ScheduleSetup {
  world: OutboxEnvironment;
  network: Network;
  /** Returns the n-th picture of this simulation. */
  picture: (n: number) => ArrayBuffer | Promise<ArrayBuffer>;
  /** Waits in real time. Only a real server needs it. */
  rest?: () => Promise<void>;
}

/** Runs the schedule. It awaits only what the steps themselves await. */
export async function runSchedule(setup: ScheduleSetup, steps: Step[]): Promise<void> {
  let pictures = 0;
  for (const step of steps) {
    if (step.do === 'enqueue') {
      const bytes = await setup.picture(pictures++);
      await runUntilDeath(setup.world.context(step.by), (context) => context.enqueue(bytes));
    } else await runStep(setup, step);
    await waitTurns(1);
  }
}

async function runStep({ world, network }: ScheduleSetup, step: Step): Promise<void> {
  switch (step.do) {
    case 'drain':
      world
        .context(step.by)
        .drain()
        .catch((error: unknown) => world.violations.push(`a drain failed: ${String(error)}`));
      return;
    case 'die':
      return world.context(step.by).dieAfter(step.after);
    case 'kill':
      return world.context(step.by).closeContext();
    case 'network':
      return network.expect(step.fates);
    case 'deliver late':
      return network.deliverLate();
    case 'wait':
      world.now += step.ms;
      return;
    case 'let run':
      return waitTurns(step.turns);
    case 'cancel':
    case 'confirm': {
      const entry = world.queued[step.which];
      const runAction = (context: Context, of: Queued) =>
        step.do === 'cancel' ? context.cancel(of) : context.confirm(of);
      if (entry) await runUntilDeath(world.context(step.by), (context) => runAction(context, entry));
      return;
    }
    case 'hasten':
      return runUntilDeath(world.context(step.by), (context) => context.hasten());
    case 'sign in again':
      return world.signInAgain();
  }
}

/**
 * Recovers from all faults: the network works, the member answers every question and logs in again, and time
 * passes. Throws if the queue is not empty afterwards.
 */
export async function recover({ world, network, rest }: ScheduleSetup): Promise<void> {
  network.expect([]);
  await network.deliverLate();
  for (const name of CONTEXTS) world.context(name).closeContext();
  const context = world.context('tab');
  for (let round = 0; round < 10; round++) {
    await context.drain();
    const { items } = await context.rows();
    if (items.length === 0) return;
    const needingMember = items.filter((item) => item.state === 'needs_user').map((item) => item.id);
    for (const entry of world.queued) {
      if (needingMember.includes(entry.id)) await context.confirm(entry);
    }
    world.now += 1_000_000;
    world.signInAgain();
    await rest?.();
  }
  throw new Error('the queue does not empty');
}

/** Waits for `count` real turns of the event loop, which transactions on the disk need. */
export async function waitTurns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Runs an action in a context. If the context dies, the action never resolves, but this function still
 * returns.
 */
export async function runUntilDeath<C extends Context>(
  context: C,
  runAction: (context: C) => Promise<void>,
): Promise<void> {
  let done = false;
  void runAction(context).then(
    () => (done = true),
    () => (done = true),
  );
  while (!done && !context.dead) await waitTurns(1);
}
