/** The notifications and the badge, which the device shows outside the app. */

/**
 * closeNotifications closes all notifications: the next user of the device must not see the former member's.
 */
export async function closeNotifications(): Promise<void> {
  const registration = await activeRegistration();
  const shown = (await registration?.getNotifications?.().catch(() => [])) ?? [];
  for (const notification of shown) notification.close();
}

export async function activeRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const container = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined;
  return container?.getRegistration?.().catch(() => undefined);
}

/** showBadge shows a number on the app's icon, if the browser supports badges and the app is installed. */
export async function showBadge(count: number): Promise<void> {
  try {
    await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.());
  } catch {
    // The badge failed. The app shows the same number inside.
  }
}
