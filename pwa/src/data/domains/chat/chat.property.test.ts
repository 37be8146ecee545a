// @vitest-environment node
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { ChatContext, type WrittenMessage } from '../../../../test/chat-environment';
import { ModelChat } from '../../../../test/model-chat';
import { FATES, Network, type CallFate } from '../../../../test/network';
import { CONTEXTS, OutboxEnvironment, type ContextName } from '../../../../test/outbox-environment';
import { createRandom } from '../../../../test/random';
import { runUntilDeath, waitTurns } from '../../../../test/schedule';
import { rowsOf } from './room';
import { readConversation, shownMessages } from './view';
import { scaledRuns } from '../../../../test/runs';

afterEach(() => vi.unstubAllGlobals());

type Action =
  | 'send text'
  | 'send media'
  | 'drain'
  | 'close'
  | 'connect'
  | 'disconnect'
  | 'catch up'
  | 'older'
  | 'make due';

type Step =
  | { do: Action; by: ContextName }
  | { do: 'receive'; by: ContextName; place: number; times: number }
  | { do: 'close later'; by: ContextName; after: number }
  | { do: 'cancel' | 'confirm'; by: ContextName; which: number }
  | { do: 'network'; fates: CallFate[] }
  | { do: 'wait'; ms: number }
  | { do: 'run turns'; turns: number }
  | { do: 'reply' | 'deliver late' | 'sign in again' };

const by = fc.constantFrom(...CONTEXTS);
const contextStep = (...names: Action[]) => fc.record({ do: fc.constantFrom(...names), by });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: contextStep('send text', 'send text', 'send media') },
  { weight: 6, arbitrary: contextStep('drain') },
  { weight: 4, arbitrary: contextStep('connect', 'disconnect', 'catch up', 'older', 'close', 'make due') },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('receive' as const), by, place: fc.nat(3), times: fc.nat(2) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('close later' as const), by, after: fc.nat(12) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel' as const, 'confirm' as const),
      by,
      which: fc.nat(9),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('network' as const),
      fates: fc.array(fc.constantFrom(...FATES), { maxLength: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(100, 3_000, 400_000, 90_000_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('run turns' as const), turns: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 4, arbitrary: fc.constant({ do: 'reply' as const }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom({ do: 'deliver late' as const }, { do: 'sign in again' as const }),
  },
);

class Simulation {
  readonly server = new ModelChat();
  readonly network = new Network((url, init) => this.server.handle(url, init));
  readonly written: WrittenMessage[] = [];
  readonly environment: OutboxEnvironment<ChatContext>;
  /** A context of the phone that only reads. */
  readonly #reader;
  #messageCount = 0;

  constructor(seed: number, withLocks: boolean) {
    const tokens = ['t1', 't2', 't3'];
    for (const token of tokens) this.server.tokens.set(token, 'M1');
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.network.fetch(url, init));
    this.environment = new OutboxEnvironment({
      memberId: 'M1',
      tokens,
      random: createRandom(seed),
      withLocks,
      now: Date.UTC(2026, 0, 5),
      make: (parts) => new ChatContext(parts, this.server, this.written),
    });
    this.#reader = this.environment.open();
  }

  async run(steps: Step[]): Promise<void> {
    for (const step of steps) {
      await this.#runStep(step);
      await waitTurns(1);
      await this.assertShown();
    }
  }

  async #runStep(one: Step): Promise<void> {
    const { environment, network, written } = this;
    const word = `word ${++this.#messageCount}`;
    if ('by' in one) return this.#runInContext(environment.context(one.by), one, word);
    if (one.do === 'network') network.expect(one.fates);
    else if (one.do === 'deliver late') await network.deliverLate();
    else if (one.do === 'wait') environment.now += one.ms;
    else if (one.do === 'run turns') await waitTurns(one.turns);
    else if (one.do === 'reply') this.server.reply('M1', word);
    else if (one.do === 'sign in again') environment.signInAgain();
    else expect(written).toBe('an unknown step');
  }

  async #runInContext(
    context: ChatContext,
    one: Extract<Step, { by: ContextName }>,
    word: string,
  ): Promise<void> {
    const runUntilClosed = (what: () => Promise<void>) => runUntilDeath(context, what);
    // Steps that use the network are not awaited.
    const start = (what: Promise<void>) =>
      void what.catch((error: unknown) => this.environment.violations.push(`broke: ${String(error)}`));
    switch (one.do) {
      case 'send text':
        return runUntilClosed(() => context.sendText(word));
      case 'send media':
        return runUntilClosed(() => context.sendMedia(word));
      case 'drain':
        return start(context.drain());
      case 'catch up':
        return start(context.catchUp());
      case 'older':
        return start(context.older());
      case 'receive':
        return start(context.receive(one.place, one.times));
      case 'connect':
        return context.connect();
      case 'disconnect':
        return context.disconnect();
      case 'close':
        return context.closeContext();
      case 'close later':
        return context.dieAfter(one.after);
      case 'make due':
        await this.#markItemsThatNeedMember();
        return runUntilClosed(() => context.hasten());
      default: {
        const entry = this.written[one.which];
        if (!entry) return;
        await this.#markItemsThatNeedMember();
        if (one.do === 'cancel') entry.cancelled = true;
        const queuedItem = { id: entry.id, sha256: '', promised: true, cancelled: entry.cancelled };
        return runUntilClosed(() =>
          one.do === 'cancel' ? context.cancel(queuedItem) : context.confirm(queuedItem),
        );
      }
    }
  }

  /** Asserts that each message is shown once, and the server's messages in the order of their numbers. */
  async assertShown(): Promise<void> {
    const view = await readConversation(this.#reader, 'M1', 0);
    const shown = shownMessages(view, new Map());
    const ids = shown.map((message) => message.clientId);
    expect(new Set(ids).size, 'shown twice').toBe(ids.length);
    const seqs = shown.map((message) => message.seq ?? Infinity);
    expect(seqs, 'out of order').toEqual(seqs.toSorted((one, other) => one - other));
    for (const { id, promised, cancelled } of this.written) {
      if (promised && !cancelled) expect(ids, 'vanished').toContain(id);
    }
  }

  /** Removes all faults, then drains until the queue is empty, at most ten times. */
  async recover(): Promise<void> {
    const { environment, network } = this;
    network.expect([]);
    await network.deliverLate();
    for (const name of CONTEXTS) environment.context(name).closeContext();
    const context = environment.context('tab');
    for (let round = 0; round < 10; round++) {
      await context.drain();
      const needingMember = await this.#markItemsThatNeedMember();
      if ((await context.rows()).items.length === 0) break;
      for (const id of needingMember)
        await context.confirm({ id, sha256: '', promised: true, cancelled: false });
      environment.now += 1_000_000;
      environment.signInAgain();
    }
    await context.catchUp();
    for (let pages = 0; pages < 10; pages++) await context.older();
  }

  async assertBothSidesAgree(): Promise<void> {
    const { messages } = this.server.talk('M1');
    const received = messages.map(({ seq, clientId }) => `${seq} ${clientId}`);
    const rows = await rowsOf(this.#reader, 'M1').toArray();
    expect(rows.map(({ seq, clientId }) => `${seq} ${clientId}`)).toEqual(received);
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
    const ids = messages.filter(({ sender }) => sender === 'customer').map(({ clientId }) => clientId);
    expect(new Set(ids).size, 'doubled').toBe(ids.length);
    for (const { id, promised, cancelled } of this.written) {
      if (promised && !cancelled) expect(ids, 'lost').toContain(id);
    }
    const sentInOrder = this.written.filter((one) => !one.cancelled && !one.aside && ids.includes(one.id));
    const order = ids.filter((id) => sentInOrder.some((one) => one.id === id));
    expect(order, 'out of order').toEqual(sentInOrder.map((one) => one.id));
    expect(await this.environment.context('tab').rows()).toEqual({ items: [], blobs: 0, unsent: 0 });
    expect(this.environment.violations).toEqual([]);
  }

  close(): void {
    this.environment.close();
    this.#reader.close();
  }

  async #markItemsThatNeedMember(): Promise<string[]> {
    const items = await this.#reader.outbox.toArray();
    const needingMember = items.filter((item) => item.state === 'needs_user').map((item) => item.id);
    for (const entry of this.written) entry.aside ||= needingMember.includes(entry.id);
    return needingMember;
  }
}

async function runSteps(steps: Step[], seed: number, withLocks: boolean): Promise<void> {
  const simulation = new Simulation(seed, withLocks);
  try {
    await simulation.run(steps);
    await simulation.recover();
    await simulation.assertBothSidesAgree();
  } finally {
    simulation.close();
  }
}

const schedules = fc.array(step, { minLength: 3, maxLength: 30, size: 'max' });

it('both sides have the same conversation, with nothing lost, doubled or out of order, after any simulated history', async () => {
  const property = fc.asyncProperty(schedules, fc.nat(), (steps, seed) => runSteps(steps, seed, true));

  await fc.assert(property, { numRuns: scaledRuns(60) });
});

it('nothing is lost or doubled in a browser without locks, where only leases separate contexts', async () => {
  const property = fc.asyncProperty(schedules, fc.nat(), (steps, seed) => runSteps(steps, seed, false));

  await fc.assert(property, { numRuns: scaledRuns(20) });
});
