/** The member's own wish about what a notification may say on a locked screen. */
import { call } from '../../api/client';
import { Store } from '../../kit/store';

/** Without an answer it stays at no. */
export const detailsShown = new Store(false);
/** An answer that was asked for before the last wish says nothing of it. */
let wishes = 0;

export async function loadDetails(): Promise<void> {
  detailsShown.set(false);
  const asked = ++wishes;
  const answer = await call('GET', '/api/push/settings').catch(() => null);
  if (answer && asked === wishes) detailsShown.set(answer.showDetails);
}

/** Throws ApiError; then it stays as it was. */
export async function setShowDetails(show: boolean): Promise<void> {
  const before = detailsShown.get();
  const wish = ++wishes;
  detailsShown.set(show);
  await call('PUT', '/api/push/settings', { body: { showDetails: show } }).catch((error: unknown) => {
    if (wish === wishes) detailsShown.set(before);
    throw error;
  });
}
