/**
 * Renders a public page for a guest's first visit, with the app's own router and screens. `run.mjs` calls it
 * at build time, in a simulated window.
 */
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import '@/data/app/page-registrations';
import { LOCALES, type Locale } from '@/data/device/locale';
import { showLocale, startI18n } from '@/i18n';
import { routeTree } from '@/routeTree.gen';

// Texts that are loaded later have to be loaded before the first render: nothing is loaded after it.
await startI18n('th');
for (const locale of LOCALES) await showLocale(locale);

export async function renderPage(path: string, locale: Locale): Promise<string> {
  await showLocale(locale);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) });
  const place = document.createElement('div');
  document.body.append(place);
  let failure: unknown;
  const storeFailure = (error: unknown) => (failure ??= error);
  const root = createRoot(place, { onCaughtError: storeFailure, onUncaughtError: storeFailure });
  const drawn = new Promise<void>((resolve) => router.subscribe('onRendered', () => resolve()));
  root.render(<RouterProvider router={router} />);
  await drawn;
  // Otherwise a failing page would be rendered as the router's own error page.
  if (failure !== undefined) throw failure;
  const html = place.innerHTML;
  root.unmount();
  place.remove();
  return html;
}
