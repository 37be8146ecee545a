/** The tag under which the browser calls the service worker once there is a network. */
export const OUTBOX_TAG = 'outbox';

interface WithSync {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks for the service worker's `sync` event, where there is such a thing (not on iOS). The page
 * does not wait for it: its own triggers go on.
 */
export async function wantBackgroundSync(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = (await container?.getRegistration().catch(() => undefined)) as
    | (ServiceWorkerRegistration & WithSync)
    | undefined;
  if (registration?.active) await registration.sync?.register(OUTBOX_TAG).catch(() => {});
}
