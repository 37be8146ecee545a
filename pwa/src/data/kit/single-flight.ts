/** SingleFlight runs one job per key at a time. A call in the meantime gets the running job's promise. */
export class SingleFlight {
  readonly #running = new Map<string, Promise<void>>();

  /** Runs the job, or returns the running job of this key. Never rejects. */
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

  /** forget drops the running job, because its result is useless now. The next call starts a new job. */
  forget(key: string): void {
    this.#running.delete(key);
  }
}
