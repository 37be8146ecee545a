/**
 * Asks the browser not to evict our data, once the member has done something worth keeping.
 * A refusal is no error: the data is then merely disposable.
 */
export async function askToPersist(): Promise<void> {
  if (typeof navigator.storage?.persist !== 'function') return;
  const persisted = await navigator.storage.persisted().catch(() => false);
  if (!persisted) await navigator.storage.persist().catch(() => false);
}
