/** What the phone shows of the member's news outside the app. */

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

/** Shows a number on the app's icon. Browsers without badges go without, and so does an app that is not installed. */
export async function showBadge(count: number): Promise<void> {
  try {
    await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.());
  } catch {
    // The same numbers stand in the app.
  }
}
