/**
 * Web Locks for Node 20, which lacks them: exclusive locks with `ifAvailable`, granted in the order of
 * requests. A client represents one page or worker. When it dies, its locks go to the next waiting clients.
 */
type Work<T> = (lock: Lock | null) => T | Promise<T>;

interface Waiter {
  client: LockClient;
  grant(): void;
}

export class FakeLocks {
  #held = new Map<string, LockClient>();
  #waiting = new Map<string, Waiter[]>();

  client(): LockClient {
    return new LockClient(this);
  }

  isHeld(name: string): boolean {
    return this.#held.has(name);
  }

  async acquire(name: string, client: LockClient, ifAvailable: boolean): Promise<boolean> {
    if (!this.#held.has(name)) {
      this.#held.set(name, client);
      return true;
    }
    if (ifAvailable) return false;
    const queue = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, queue);
    await new Promise<void>((grant) => queue.push({ client, grant }));
    return true;
  }

  release(name: string, client: LockClient): void {
    if (this.#held.get(name) !== client) return;
    this.#held.delete(name);
    const next = this.#waiting.get(name)?.shift();
    if (!next) return;
    this.#held.set(name, next.client);
    next.grant();
  }

  releaseAll(client: LockClient): void {
    for (const queue of this.#waiting.values()) {
      const mine = queue.filter((waiter) => waiter.client === client);
      for (const waiter of mine) queue.splice(queue.indexOf(waiter), 1);
    }
    for (const name of this.#held.keys()) this.release(name, client);
  }
}

export class LockClient {
  #locks: FakeLocks;
  #dead = false;

  constructor(locks: FakeLocks) {
    this.#locks = locks;
  }

  async request<T>(name: string, options: LockOptions | Work<T>, work?: Work<T>): Promise<T> {
    const callback = typeof options === 'function' ? options : work;
    const ifAvailable = typeof options === 'object' && options.ifAvailable === true;
    if (!callback) throw new TypeError('no callback');
    if (this.#dead) return new Promise<T>(() => {});
    if (!(await this.#locks.acquire(name, this, ifAvailable))) return callback(null);
    try {
      return await callback({ name, mode: 'exclusive' });
    } finally {
      this.#locks.release(name, this);
    }
  }

  /** Ends the client, as if the page was closed or crashed. */
  closeContext(): void {
    this.#dead = true;
    this.#locks.releaseAll(this);
  }
}
