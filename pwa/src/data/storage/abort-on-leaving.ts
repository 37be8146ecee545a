/**
 * Aborts transactions when the page is hidden. A page in the back/forward cache is frozen with all its work.
 * WebKit leaves its transactions open, and the next page would wait for them forever. Closing the page aborts
 * them too. Dexie closes the connection and opens it again.
 */
import type { DBCore, Middleware } from 'dexie';

const openTransactions = new Set<IDBTransaction>();

/** A Dexie middleware that tracks a database's running transactions. */
export const abortOnLeaving: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'abortOnLeaving',
  create: (core) => ({
    ...core,
    transaction(stores, mode, options) {
      const started = core.transaction(stores, mode, options);
      // Dexie runs on the browser's own transaction, although the type declares only a part of it.
      const transaction = started as unknown as IDBTransaction;
      openTransactions.add(transaction);
      const forget = () => openTransactions.delete(transaction);
      transaction.addEventListener('complete', forget);
      transaction.addEventListener('abort', forget);
      return started;
    },
  }),
};

// A worker is never put into that cache.
globalThis.addEventListener?.('pagehide', (event: Event) => {
  if (!('persisted' in event) || event.persisted !== true) return;
  for (const transaction of openTransactions) abortTransaction(transaction);
});

function abortTransaction(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has just ended automatically.
  }
}
