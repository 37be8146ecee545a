/**
 * A simulated phone of one member, and its server. The tabs run the real commands on the phone's disk and may
 * die at any step. The network loses, delays and reorders responses. The server executes each key once, and
 * always returns the same response for that key.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { ApiError, NETWORK } from '@/data/api/errors';
import type { Owner } from '@/data/engine/commands/keys';
import { runCommand, resumeOpenCommands, type CommandTools } from '@/data/engine/commands/run';
import type { SpareKeys } from '@/data/engine/commands/spare';
import { newId } from '@/data/kit/digest';
import { MemberDb, type CommandRow } from '@/data/storage/db';

export type Fate =
  | 'fine'
  | 'request lost'
  | 'response lost'
  | 'late'
  | 'server error'
  | 'busy'
  | 'password required'
  | 'refused';

/** The places where keys are stored. */
export type Store = 'database' | 'local storage';

export const TABS = ['tab', 'other tab'] as const;
export type TabName = (typeof TABS)[number];

/** The bodies of the member's commands: two withdrawals, and one with a password. */
export const REQUESTS = [{ amount: 500 }, { amount: 600 }, { amount: 7, password: 'secret' }] as const;

const HALF_AN_HOUR = 30 * 60_000;

interface Tab {
  dead: boolean;
  stepsToLive: number;
  running: CommandTools['running'];
}

export class CommandEnvironment {
  now = Date.UTC(2026, 0, 5);
  token = 't1';
  isSignedIn = true;
  fates: Fate[] = [];
  readonly violations: string[] = [];
  readonly db: MemberDb;
  readonly #disk = new IDBFactory();
  readonly #random: () => number;
  readonly #tabs = new Map<TabName, Tab>();
  /** The server's responses, by key. */
  readonly #responses = new Map<string, unknown>();
  /** The commands that took effect, in order. */
  readonly #effects: CommandRow[] = [];
  /** Keys whose outcome arrived at a tab that was still open. */
  readonly #known = new Set<string>();
  #late: (() => void)[] = [];
  readonly #spares = new Map<string, CommandRow>();
  #pauses: (() => void)[] = [];
  #diskBreaksIn = 0;

  constructor(random: () => number) {
    this.#random = random;
    this.db = new MemberDb('M1', { indexedDB: this.#disk, IDBKeyRange });
  }

  /** Simulates the member's tap. It is not awaited, because it may never resolve. */
  wish(name: TabName, which: number): void {
    const body = REQUESTS[which] ?? REQUESTS[0];
    const tab = this.#tab(name);
    const command = { name: `withdraw${which}`, method: 'POST' as const, path: '/api/wallet/withdrawAll' };
    const row = { ...command, key: newId(), body, createdAt: this.now };
    void runCommand(this.#owner(tab), row, this.#tools(tab)).catch(() => {});
  }

  /** Reloads the page. The new page resumes the commands that the last page left open. */
  reload(name: TabName): void {
    this.kill(name);
    const tab = this.#tab(name);
    void resumeOpenCommands(this.#owner(tab), this.#tools(tab), () => {}).catch(() => {});
  }

  /** Clears one of the two stores, as a browser may do. */
  async empty(store: Store): Promise<void> {
    if (store === 'database') await this.db.commands.clear();
    else this.#spares.clear();
  }

  /** Makes the database fail once, at its n-th step from now. */
  breakDisk(steps: number): void {
    this.#diskBreaksIn = steps;
  }

  kill(name: TabName): void {
    this.#tab(name).dead = true;
    this.#tabs.delete(name);
  }

  dieAfter(name: TabName, steps: number): void {
    this.#tab(name).stepsToLive = steps;
  }

  endSession(): void {
    this.isSignedIn = false;
    this.token = 'none';
  }

  signIn(): void {
    this.isSignedIn = true;
    this.token = newId();
    for (const name of TABS) this.reload(name);
  }

  wait(ms: number): void {
    this.now += ms;
    for (const resume of this.#pauses.splice(0)) resume();
  }

  deliverLate(): void {
    for (const deliver of this.#late.splice(0)) deliver();
  }

  async openRows(): Promise<CommandRow[]> {
    return this.db.commands.filter((row) => !row.told).toArray();
  }

  async assertNoSecret(): Promise<void> {
    const written = JSON.stringify(await this.db.commands.toArray());
    if (written.includes('secret')) this.violations.push('a password was written down');
  }

  #tab(name: TabName): Tab {
    let tab = this.#tabs.get(name);
    if (!tab || tab.dead) {
      tab = { dead: false, stepsToLive: Infinity, running: new Map() };
      this.#tabs.set(name, tab);
    }
    return tab;
  }

  #owner(tab: Tab): Owner {
    const runAlways: Owner['runAlways'] = async (work) => {
      await this.#step(tab);
      if (--this.#diskBreaksIn === 0) throw new DOMException('', 'UnknownError');
      return work(this.db).finally(() => this.#step(tab));
    };
    const runInSession: Owner['runInSession'] = async (work) => {
      if (!this.isSignedIn) throw new Error('the session has ended');
      return runAlways(work);
    };
    return { token: this.token, runInSession, runAlways, spare: this.#spare() };
  }

  /** Local storage, shared by all tabs. */
  #spare(): SpareKeys {
    return {
      rows: () => [...this.#spares.values()],
      put: (row) => void this.#spares.set(row.key, row),
      drop: (keys) => keys.forEach((key) => this.#spares.delete(key)),
    };
  }

  #tools(tab: Tab): CommandTools {
    return {
      send: (row, token) => this.#send(tab, row, token),
      ensureClock: async () => {},
      now: () => this.now,
      random: this.#random,
      pause: () => new Promise((resolve) => this.#pauses.push(() => !tab.dead && resolve())),
      running: tab.running,
    };
  }

  async #send(tab: Tab, row: CommandRow, token: string | null): Promise<unknown> {
    await this.#step(tab);
    const fate = this.fates.shift() ?? 'fine';
    if (fate === 'late') {
      await new Promise<void>((resolve) => this.#late.push(resolve));
      // The server executes the command even if the tab has given up long ago.
      this.#handle(row, token);
      throw new ApiError(NETWORK);
    }
    if (fate === 'request lost') throw new ApiError(NETWORK);
    const response = this.#respond(row, token, fate);
    if (fate === 'response lost') throw new ApiError(NETWORK);
    await this.#step(tab);
    if (response instanceof ApiError) throw response;
    this.#known.add(row.key);
    return response;
  }

  #respond(row: CommandRow, token: string | null, fate: Fate): unknown {
    if (token !== this.token) return new ApiError('invalid-token', 401);
    if (fate === 'server error') return new ApiError('INTERNAL_SERVER_ERROR', 500);
    if (fate === 'busy') return new ApiError('BUSY', 425);
    if (fate === 'password required') return new ApiError('EXPIRED_AUTH_TOKEN', 401);
    if (fate === 'refused' && !this.#responses.has(row.key)) {
      this.#responses.set(row.key, new ApiError('MONEY_NOT_ENOUGH', 409));
    }
    return this.#handle(row, token);
  }

  #handle(row: CommandRow, token: string | null): unknown {
    if (token !== this.token) return new ApiError('invalid-token', 401);
    if (!this.#responses.has(row.key)) {
      this.#assertFirst(row);
      this.#effects.push(row);
      this.#responses.set(row.key, { done: row.key });
    }
    return this.#responses.get(row.key);
  }

  /**
   * Asserts that no command has taken effect twice by mistake. A second effect is correct if the member knew
   * the first outcome. It is also correct if both requests are more than half an hour apart. The network may
   * deliver them in either order.
   */
  #assertFirst(row: CommandRow): void {
    const doubled = this.#effects.find(
      (earlier) =>
        earlier.name === row.name &&
        !('password' in (row.body as object)) &&
        !this.#known.has(earlier.key) &&
        Math.abs(row.createdAt - earlier.createdAt) <= HALF_AN_HOUR,
    );
    if (doubled) this.violations.push(`${row.key} did again what ${doubled.key} may have done`);
  }

  async #step(tab: Tab): Promise<void> {
    if (tab.stepsToLive-- <= 0) tab.dead = true;
    if (tab.dead) await new Promise(() => {});
  }
}
