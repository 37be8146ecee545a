/**
 * A simulated phone whose stores fail. Each page runs the app's real modules on `FailingStores`. The network
 * has faults, and the server executes each id and key once.
 */
import Dexie from 'dexie';
import { vi } from 'vitest';
import type { ApiError } from '@/data/api/errors';
import type { PromisedItem } from '@/data/engine/outbox/promises';
import type { QueueDb } from '@/data/storage/db';
import { FailingStores, installFailingStores, type StoreFailure } from './failing-stores';
import { FakeLocks } from './locks';
import { ModelServer } from './model-server';
import { Network, refusal, type CallFate } from './network';
import { waitTurns } from './schedule';

const MEMBER = 'M1';
const TOKEN = 't1';
/**
 * The maximum time in ms of any step: half a minute without a response of the database, and what follows from
 * that.
 */
const LONGEST_MS = 150_000;

/** The real time in ms that work in other threads may take. */
const GRACE_MS = 5_000;

const { setTimeout: realTimeout } = globalThis;
const realPause = (ms: number) => new Promise((resolve) => realTimeout(resolve, ms));

interface StoredItem {
  id: string;
  kind: 'slip' | 'chat';
  isCancelled: boolean;
}

interface PaymentRequest {
  amount: number;
  /** True if the page has shown the outcome to the member. */
  isKnown: boolean;
}

export class PhoneWithFailingStores {
  readonly stores: FailingStores;
  readonly violations: string[] = [];
  /** Items that a page has confirmed as stored. */
  readonly kept: StoredItem[] = [];
  calls = 0;
  page!: Page;
  readonly #network = new Network((url, init) => this.#handle(url, init));
  readonly #slips = new ModelServer();
  readonly #messages = new Set<string>();
  readonly #paid = new Map<string, { amount: number; wish: PaymentRequest | undefined }>();
  readonly #wishes: PaymentRequest[] = [];
  readonly #locks = new FakeLocks();
  #held = this.#locks.client();
  #age = 0;
  #pictures = 0;

  constructor(failure: StoreFailure) {
    this.stores = new FailingStores(failure);
    installFailingStores(this.stores);
    this.#slips.tokens.set(TOKEN, MEMBER);
    const { stores } = this;
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      Object.defineProperty(globalThis, name, { get: () => stores.area(name), configurable: true });
    }
    Dexie.dependencies.indexedDB = stores.factory();
    setGlobal('XMLHttpRequest', undefined);
  }

  expect(fates: CallFate[]): void {
    this.#network.expect(fates);
  }

  /** Closes the page, and opens another one. */
  async load(): Promise<void> {
    const age = ++this.#age;
    vi.clearAllTimers();
    this.#held.closeContext();
    this.#held = this.#locks.client();
    setGlobal('navigator', { locks: this.#held, onLine: true });
    // The requests of a closed page are aborted. Its other work continues, like the work of another tab.
    setGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const response = await this.#fetch(url, init).catch((error: unknown) => error);
      if (age !== this.#age) throw new TypeError('Failed to fetch');
      if (response instanceof Response && url.endsWith('/withdrawAll') && response.ok) this.#markKnown(init);
      if (response instanceof Response) return response;
      throw response;
    });
    vi.resetModules();
    this.page = await openPage();
  }

  async enqueueSlip(): Promise<void> {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ++this.#pictures, 0, 0, 0]);
    const id = await this.#runAction(() => this.page.enqueueSlip(new File([png], 'slip.png')));
    if (id) this.#addKept(id, 'slip');
  }

  async sendText(): Promise<void> {
    const before = new Set((await this.#runAction(() => this.page.promised())) ?? []);
    if (!(await this.#runAction(() => this.page.sendText('hello')))) return;
    const id = (await this.page.promised()).find((each) => !before.has(each));
    if (id) this.#addKept(id, 'chat');
  }

  async cancel(which: number): Promise<void> {
    const item = this.kept[which];
    if (!item) return;
    item.isCancelled = true;
    await this.#runAction(() => this.page.cancelItem(item.id));
  }

  /** Taps on withdraw. Does not await the result. */
  withdraw(amount: number): void {
    this.#wishes.push({ amount, isKnown: false });
    void this.page.withdraw(amount);
  }

  /** Stores that the response arrived at an open page. From then on the member may request the same again. */
  #markKnown(init: RequestInit): void {
    const { amount } = JSON.parse(String(init.body)) as PaymentRequest;
    for (const wish of this.#wishes) if (wish.amount === amount) wish.isKnown = true;
  }

  /** Advances the time. */
  async wait(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 10_000) {
      await waitTurns(3);
      await vi.advanceTimersByTimeAsync(Math.min(left, 10_000));
      await waitTurns(12);
      await realPause(0);
    }
  }

  /** Restores the network, and lets the member do what the page asks for. */
  async recover(): Promise<void> {
    this.expect([]);
    await this.#network.deliverLate();
    for (let round = 0; round < 8; round++) {
      await this.#runAction(() => this.page.drain());
      await this.wait(60_000);
      const left = (await this.#runAction(() => this.page.queued())) ?? [];
      if (left.length === 0 && (await this.#findUnreported()).length === 0) return;
      for (const id of left) await this.#runAction(() => this.page.retryItem(id));
      await this.wait(300_000);
    }
  }

  /** Returns the violations found at the end of a simulation. */
  async findings(): Promise<string[]> {
    for (const { id, kind } of await this.#findUnreported())
      this.violations.push(`${kind} ${id} is lost and not reported`);
    for (const id of (await this.#runAction(() => this.page.shownAsSent())) ?? []) {
      if (!this.#has(id)) this.violations.push(`${id} is shown as sent`);
    }
    const maxSteps = 60 * (this.kept.length + this.#wishes.length + 1);
    if (this.calls > maxSteps) this.violations.push(`${this.calls} calls for ${this.kept.length} items`);
    if (this.stores.opened > 150) this.violations.push(`${this.stores.opened} openings`);
    return this.violations;
  }

  /**
   * Returns items that the server lacks, although the member was not told that they are lost or damaged. If
   * no session lasts because a store loses it at once, queued items are not counted: they wait for a session.
   */
  async #findUnreported(): Promise<StoredItem[]> {
    const damaged = (await this.#runAction(() => this.page.damaged())) ?? [];
    const waiting = this.page.isSignedIn() ? [] : ((await this.#runAction(() => this.page.queued())) ?? []);
    const known = new Set([...this.page.lost().map(({ id }: PromisedItem) => id), ...damaged, ...waiting]);
    return this.kept.filter(({ id, isCancelled }) => !isCancelled && !this.#has(id) && !known.has(id));
  }

  #has(id: string): boolean {
    return this.#slips.accepted.has(id) || this.#messages.has(id);
  }

  #addKept(id: string, kind: StoredItem['kind']): void {
    if (this.kept.every((each) => each.id !== id)) this.kept.push({ id, kind, isCancelled: false });
  }

  /** Runs a member's action. The action must end, and an error must have a text for the member. */
  async #runAction<T>(act: () => Promise<T>): Promise<T | undefined> {
    let outcome: { value?: T } | undefined;
    this.page.signIn();
    act().then(
      (value) => (outcome = { value }),
      (error: ApiError) => {
        outcome = {};
        // If a cleared store has lost the session, the app opens the login.
        if (error.name !== 'ApiError' && this.page.isSignedIn())
          this.violations.push(`no text for ${String(error)}`);
      },
    );
    await waitTurns(30);
    for (let ms = 0; !outcome && ms < LONGEST_MS; ms += 3_000) await this.wait(3_000);
    // Work in other threads, such as a hash, takes real time, and more on a busy machine.
    for (let ms = 0; !outcome && ms < GRACE_MS; ms += 10) {
      await realPause(10);
      await this.wait(1);
    }
    if (!outcome) this.violations.push(`never ends: ${String(act)}`);
    return outcome?.value;
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    this.calls++;
    const isSent = init.method === 'POST' && !url.includes('logout');
    return isSent ? this.#network.fetch(url, init) : this.#handle(url, init);
  }

  async #handle(url: string, init: RequestInit): Promise<Response> {
    const { pathname } = new URL(url, 'http://wallet.test');
    const headers = new Headers(init.headers);
    switch (pathname) {
      case '/api/account/profile':
        return Response.json({ profile: { _id: MEMBER } });
      case '/api/lookup/active':
        return Response.json({ terminated: '' });
      case '/api/wallet/slip':
        return this.#slips.handle(url, init);
      case '/api/chat/send-message': {
        const { clientId } = JSON.parse(String(init.body)) as { clientId: string };
        this.#messages.add(clientId);
        const seq = [...this.#messages].indexOf(clientId) + 1;
        return Response.json({ _id: clientId, seq, timestamp: '2026-01-01T00:00:00Z' });
      }
      case '/api/wallet/withdrawAll':
        // A request without a token comes from a page that lost its session.
        if (!headers.has('Authorization')) return refusal(401, 'invalid-token');
        return this.#pay(
          headers.get('Idempotency-Key') ?? '',
          JSON.parse(String(init.body)) as { amount: number },
        );
      default:
        return refusal(404, 'NO_DATA');
    }
  }

  /**
   * Executes a payment. A second payment of the same amount is allowed only if the member knew the outcome of
   * the first.
   */
  #pay(key: string, { amount }: { amount: number }): Response {
    if (!this.#paid.has(key)) {
      const earlier = [...this.#paid.values()].find((paid) => paid.amount === amount && !paid.wish?.isKnown);
      if (earlier) this.violations.push(`${amount} is paid twice`);
      this.#paid.set(key, { amount, wish: this.#wishes.findLast((wish) => wish.amount === amount) });
    }
    return Response.json({ _id: key, status: 'PENDING', amount });
  }
}

/** Sets a global without restoring it: a page's work may end after its test. */
function setGlobal(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

type Page = Awaited<ReturnType<typeof openPage>>;

/** Returns the modules of one page, started like `startData` starts them. */
async function openPage() {
  const [storage, timeout, memory, token, outbox, slip, compose, commands, promises] = await Promise.all([
    import('@/data/storage/storage'),
    import('@/data/kit/timeout'),
    import('@/data/storage/memory'),
    import('@/data/session/token'),
    import('@/data/engine/outbox'),
    import('@/data/domains/slip/enqueue-slip'),
    import('@/data/domains/chat/compose'),
    import('@/data/engine/commands/send'),
    import('@/data/engine/outbox/promises'),
    import('@/data/app/page-registrations'),
    // Modules that pages load later are loaded at once here: their loading is not part of the simulation.
    import('@/data/engine/outbox/recovery'),
    import('@/data/domains/slip/send'),
    import('@/data/domains/chat/outbox-entry'),
  ]);
  // Uses the simulated clock.
  timeout.stopwatch.now = () => performance.now();
  storage.allowMemory(async () => memory.memoryStorage());
  const signIn = () => {
    if (!token.getSession()) token.storeToken(TOKEN, true);
  };
  signIn();
  storage.watchStorage(() => void outbox.drain());
  void outbox.drain();
  void commands.resumeCommands();
  const read = <T>(work: (db: QueueDb) => Promise<T>) =>
    storage.withMemberDbAfterSession(MEMBER, work).catch(() => undefined);
  const buildWithdrawal = (amount: number) => commands.buildRequest('withdrawAll', { body: { amount } });
  return {
    signIn,
    isSignedIn: () => token.getSession() !== null,
    enqueueSlip: slip.enqueueSlip,
    sendText: compose.sendText,
    cancelItem: outbox.cancelItem,
    retryItem: outbox.retryItem,
    drain: outbox.drain,
    withdraw: async (amount: number) => (await commands.sendCommand(buildWithdrawal(amount))).at,
    lost: () => promises.lostItems.get(),
    promised: async () => promises.promisesOf(MEMBER).map(({ id }) => id),
    queued: async () => ((await read((db) => db.outbox.toArray())) ?? []).map(({ id }) => id),
    damaged: async () => {
      const items = (await read((db) => db.outbox.toArray())) ?? [];
      return items.flatMap(({ id, lastError }) => (lastError?.code === 'PICTURE_DAMAGED' ? [id] : []));
    },
    shownAsSent: async () => {
      const slips = await storage
        .withMemberDbAfterSession(MEMBER, (db) => db.slips.filter((row) => !row.unsent).primaryKeys())
        .catch(() => []);
      const messages = (await read((db) => db.chat.toArray())) ?? [];
      return [...slips, ...messages.map(({ clientId }) => clientId)];
    },
  };
}
