/** A member's page with its sheets, opened and closed by the address as in the app. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
// Imported here so that no test waits for it to load. For the same reason tests import the sheets that they
// open.
import '@/nav/sheet-host';
import { sheetSearch, startSheets } from '@/nav/sheets';
import { MemberSheets } from '@/routes/-member-sheets';
import { ToastViewport } from '@/ui/toast';

/** Renders the page; `search` is the query string of its address. */
export function renderWithSheets(page: ReactNode, search = ''): void {
  const validateSearch = (given: Record<string, unknown>) => ({ ...given, ...sheetSearch(given) });
  const root = createRootRoute({ validateSearch });
  const component = () => (
    <>
      {page}
      <MemberSheets />
    </>
  );
  const route = createRoute({ getParentRoute: () => root, path: '/user', component });
  const history = createMemoryHistory({ initialEntries: [`/user${search}`] });
  const router = createRouter({ routeTree: root.addChildren([route]), history });
  startSheets(router);
  render(
    <>
      <RouterProvider router={router as never} />
      <ToastViewport />
    </>,
  );
}
