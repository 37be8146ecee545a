/**
 * A page that the browser keeps for the way back rests with all that it had begun. WebKit leaves its
 * transactions open, and the page that follows waits for them without end. They are broken off as the
 * page goes, as they would be if it was closed; Dexie closes the connection and opens it again.
 */
import type { DBCore, Middleware } from 'dexie';

const running = new Set<IDBTransaction>();

/** Knows the transactions of a database while they run. */
export const brokenOffOnLeaving: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'brokenOffOnLeaving',
  create: (core) => ({
    ...core,
    transaction(stores, mode, options) {
      const begun = core.transaction(stores, mode, options);
      // What Dexie runs on is the browser's own, also where its type tells of the half of it only.
      const transaction = begun as unknown as IDBTransaction;
      running.add(transaction);
      const forget = () => running.delete(transaction);
      transaction.addEventListener('complete', forget);
      transaction.addEventListener('abort', forget);
      return begun;
    },
  }),
};

// A worker is never kept so.
globalThis.addEventListener?.('pagehide', (event: Event) => {
  if (!('persisted' in event) || event.persisted !== true) return;
  for (const transaction of running) breakOff(transaction);
});

function breakOff(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has just ended by itself.
  }
}
