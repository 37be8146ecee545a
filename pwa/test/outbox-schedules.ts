// @vitest-environment node
/**
 * Random simulations of the real outbox against a real server: nothing is lost, nothing is doubled, and the
 * money is correct. With `make run` in another terminal:
 *
 *     SCHEDULES=1000 BASE_URL=http://127.0.0.1:8080 npm run test:unit
 *
 * Each member runs only some simulations, since uploads are limited per member, and each uses its own
 * address. For more than some hundred simulations start the server with `TRUSTED_PROXIES=127.0.0.1 make run`.
 *
 * SANDBOX_URL   the sandbox (default http://127.0.0.1:8090)
 * PARALLEL      members at a time (default 4)
 * PICTURES      `bank` (default): each slip is a separate transfer;
 *               `copies`: all slips of a member show one transfer, which may be credited once;
 *               `blank`: empty pictures, fast to check, to test only the queue
 * SEED          repeats the simulations of this seed
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { configureClient } from '@/data/api/client';
import type { Slip } from '@/data/api/types';
import { Network } from './network';
import { OutboxEnvironment, type Queued } from './outbox-environment';
import { createRandom } from './random';
import { app, registerMember, type RealMember, type Servers } from './real-member';
import { runSchedule, recover, schedules, waitTurns, type ScheduleSetup, type Step } from './schedule';

const { env } = process;
const servers: Servers = {
  app: env.SERVER_URL ?? '',
  sandbox: env.SANDBOX_URL ?? 'http://127.0.0.1:8090',
};
const PICTURES = (env.PICTURES ?? 'bank') as 'bank' | 'copies' | 'blank';
const AMOUNT = 1;
/**
 * The number of simulations for each member, which keeps the member's uploads well below the hourly limit.
 */
const RUNS_PER_MEMBER = 20;
const REPORT_MS = 15_000;
const SETTLE_MS = 10 * 60_000;
const realFetch = globalThis.fetch;
/** A PNG of one white pixel. */
const BLANK = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=='),
  (char) => char.charCodeAt(0),
).buffer;

/**
 * One phone. Its member runs one simulation after another, and the phone records what was queued in all of
 * them.
 */
interface Phone {
  member: RealMember;
  network: Network;
  queued: Queued[];
  copy?: ArrayBuffer;
}

it('the outbox loses and doubles nothing at a real server', async () => {
  const seed = Number(env.SEED ?? Date.now() % 2 ** 31);
  const runs = fc.sample(fc.tuple(schedules, fc.nat()), { numRuns: Number(env.SCHEDULES), seed });
  routeByMember();

  const total = runs.length;
  const report = setInterval(() => console.log(`${runs.length} of ${total} to go`), REPORT_MS);
  const workers = Array.from({ length: Number(env.PARALLEL ?? 4) }, () => runAll(runs));
  const comparisons = (await Promise.all(workers).finally(() => clearInterval(report))).flat();

  const sum = (of: (each: Comparison) => number) => comparisons.reduce((all, each) => all + of(each), 0);
  const result = {
    schedules: total,
    seed,
    queued: sum((comparison) => comparison.queued),
    lost: sum((comparison) => comparison.lost.length),
    doubled: sum((comparison) => comparison.doubled.length),
    credited: sum((comparison) => comparison.credited),
    moneyAgrees: comparisons.every((comparison) => comparison.moneyAgrees),
  };
  console.log(JSON.stringify(result));
  expect(result).toMatchObject({ lost: 0, doubled: 0, moneyAgrees: true });
});

const byToken = new Map<string, Network>();

/** Sets a `fetch` for all phones. Calls about slips use the network of the phone whose token they have. */
function routeByMember(): void {
  configureClient({ baseUrl: servers.app });
  globalThis.fetch = (url, init = {}) => {
    const token = new Headers(init.headers).get('Authorization')?.replace('Bearer ', '') ?? '';
    const network = byToken.get(token);
    return network && String(url).includes('/api/wallet/slip')
      ? network.fetch(String(url), init)
      : realFetch(url, init);
  };
}

/** Runs simulations until none is left, with a new member for each group. */
async function runAll(runs: [Step[], number][]): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  while (runs.length > 0) {
    const phone = { member: await registerMember(servers), network: new Network(realFetch), queued: [] };
    for (const token of phone.member.tokens) byToken.set(token, phone.network);
    for (const [steps, seed] of runs.splice(-RUNS_PER_MEMBER)) {
      await runOne(phone, steps, seed).catch((error: unknown) => {
        throw new Error(`with seed ${seed} and steps ${JSON.stringify(steps)}`, { cause: error });
      });
    }
    comparisons.push(await compareWithServer(phone));
  }
  return comparisons;
}

async function runOne(phone: Phone, steps: Step[], seed: number): Promise<void> {
  const { member, network } = phone;
  const environment = new OutboxEnvironment({
    memberId: member.memberId,
    tokens: [...member.tokens],
    random: createRandom(seed),
    withLocks: seed % 4 !== 0,
    now: Date.now(),
  });
  const setup: ScheduleSetup = {
    world: environment,
    network,
    picture: () => pictureFor(phone),
    rest: () => new Promise((resolve) => setTimeout(resolve, 100)),
  };
  try {
    await runSchedule(setup, steps);
    await recover(setup);
    expect(environment.violations).toEqual([]);
    phone.queued.push(...environment.queued);
  } finally {
    environment.close();
    await waitTurns(1);
  }
}

let pictures = 0;

async function pictureFor(phone: Phone): Promise<ArrayBuffer> {
  if (PICTURES === 'bank') return phone.member.makeBankTransfer(AMOUNT);
  phone.copy ??= PICTURES === 'blank' ? BLANK : await phone.member.makeBankTransfer(AMOUNT);
  // Bytes after the end of the picture change the file but not what it shows.
  const mark = new TextEncoder().encode(`copy ${++pictures} of ${process.pid}`);
  return new Blob([phone.copy, mark]).arrayBuffer();
}

interface Comparison {
  queued: number;
  lost: string[];
  doubled: string[];
  credited: number;
  moneyAgrees: boolean;
}

/** Waits until the server has finished, and compares what the phone sent with what the server has. */
async function compareWithServer({ member, queued }: Phone): Promise<Comparison> {
  const slips = await readSettledSlips(member);
  const times = (id: string) => slips.filter((slip) => slip.clientId === id).length;
  const expected = queued.filter((entry) => entry.promised && !entry.cancelled);
  const credited = slips.filter((slip) => slip.status === 'SUCCESS');
  const { wallet } = await app(servers, 'GET', '/api/wallet', { token: member.tokens[0] });
  const transfers = { bank: queued.length, copies: 1, blank: 0 }[PICTURES];
  return {
    queued: queued.length,
    lost: expected.filter(({ id }) => times(id) === 0).map(({ id }) => id),
    doubled: queued.filter(({ id }) => times(id) > 1).map(({ id }) => id),
    credited: credited.length,
    moneyAgrees: wallet.amount === credited.length * AMOUNT && credited.length <= transfers,
  };
}

/** Returns all slips of the member, once none is being checked. */
async function readSettledSlips(member: RealMember): Promise<Slip[]> {
  for (const deadline = Date.now() + SETTLE_MS; ;) {
    const slips = await readAllSlips(member);
    const isMoving = slips.some((slip) => slip.status === 'PENDING' && !slip.review);
    if (!isMoving || Date.now() > deadline) return slips;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

async function readAllSlips({ tokens: [token] }: RealMember): Promise<Slip[]> {
  const slips: Slip[] = [];
  for (let page = 1; ; page++) {
    const body = { page, limit: 100 };
    const response = await app(servers, 'POST', '/api/statement/slip', { token, body });
    slips.push(...(response.slips as Slip[]));
    if (slips.length >= response.total || response.slips.length === 0) return slips;
  }
}
