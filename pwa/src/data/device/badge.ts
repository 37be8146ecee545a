/** Shows a number on the app's icon. Browsers without badges go without, and so does an app that is not installed. */
export async function showBadge(count: number): Promise<void> {
  try {
    await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.());
  } catch {
    // The same numbers stand in the app.
  }
}
