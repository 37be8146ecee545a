/** One job of a key at a time: whoever asks meanwhile waits for the same one. */
export class SingleFlight {
  readonly #running = new Map<string, Promise<void>>();

  /** Never rejects. */
  run(key: string, work: () => Promise<unknown>): Promise<void> {
    const running = this.#running.get(key);
    if (running) return running;
    const job: Promise<void> = work()
      .then(
        () => {},
        () => {},
      )
      .finally(() => this.#running.get(key) === job && this.#running.delete(key));
    this.#running.set(key, job);
    return job;
  }

  /** What is under way is of no use any more: the next one to ask begins anew. */
  forget(key: string): void {
    this.#running.delete(key);
  }
}
