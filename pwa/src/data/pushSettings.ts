/** The member's own wish about what a notification may say on a locked screen. */
import { call } from './api/client';

let showDetails = false;
/** An answer that was asked for before the last wish says nothing of it. */
let wishes = 0;
const listeners = new Set<() => void>();

export function showsDetails(): boolean {
  return showDetails;
}

export function watchDetails(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Without an answer it stays at no. */
export async function loadDetails(): Promise<void> {
  set(false);
  const asked = ++wishes;
  const answer = await call('GET', '/api/push/settings').catch(() => null);
  if (answer && asked === wishes) set(answer.showDetails);
}

/** Throws ApiError; then it stays as it was. */
export async function setShowDetails(show: boolean): Promise<void> {
  const before = showDetails;
  const wish = ++wishes;
  set(show);
  await call('PUT', '/api/push/settings', { body: { showDetails: show } }).catch((error: unknown) => {
    if (wish === wishes) set(before);
    throw error;
  });
}

function set(value: boolean): void {
  if (showDetails === value) return;
  showDetails = value;
  for (const listener of listeners) listener();
}
