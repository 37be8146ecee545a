/** What the phone shows of the member's news, beside the app. */

/** A phone handed on must not show the former member's. */
export async function closeNotifications(): Promise<void> {
  const registration = await activeRegistration();
  const shown = (await registration?.getNotifications?.().catch(() => [])) ?? [];
  for (const notification of shown) notification.close();
}

export async function activeRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const container = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined;
  return container?.getRegistration?.().catch(() => undefined);
}
