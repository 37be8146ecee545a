import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeSheet, sheetSearch, showSheet, startSheets, useSheet } from './sheets';

afterEach(cleanup);

/** Opens a page at `path`, and returns the state of its sheet. */
async function openPage(path: string) {
  let sheet!: ReturnType<typeof useSheet>;
  const history = createMemoryHistory({ initialEntries: ['/before', path] });
  const Page = () => {
    sheet = useSheet();
    return null;
  };
  const root = createRootRoute({ validateSearch: sheetSearch });
  const pages = ['/before', '/home', '/statement'].map((page) =>
    createRoute({
      getParentRoute: () => root,
      path: page,
      component: Page,
      validateSearch: (search) => search,
    }),
  );
  const router = createRouter({ routeTree: root.addChildren(pages), history });
  startSheets(router);
  render(<RouterProvider router={router as never} />);
  await waitFor(() => expect(sheet).toBeDefined());
  const move = async (change: () => void, until: string) => {
    act(() => change());
    await waitFor(() => expect(history.location.href).toBe(until));
  };
  return { history, move, shown: () => sheet.open };
}

describe('a sheet in the address', () => {
  it('a sheet has its own history entry, so that back closes it', async () => {
    const { history, move, shown } = await openPage('/home');

    await move(() => showSheet('deposit'), '/home?sheet=deposit');
    expect(shown()).toBe('deposit');

    await move(() => history.back(), '/home');
    await waitFor(() => expect(shown()).toBeUndefined());
  });

  it('a closed sheet leaves no history entry', async () => {
    const { history, move } = await openPage('/home');
    await move(() => showSheet('deposit'), '/home?sheet=deposit');

    await move(() => closeSheet(), '/home');
    await move(() => history.back(), '/before');
  });

  it('the next sheet replaces the open one: one back closes both', async () => {
    const { move } = await openPage('/home');
    await move(() => showSheet('deposit'), '/home?sheet=deposit');

    await move(() => showSheet('slips'), '/home?sheet=slips');
    await move(() => closeSheet(), '/home');
  });

  it('a sheet that a link opened directly closes without leaving the page', async () => {
    const { move } = await openPage('/home?sheet=deposit');

    await move(() => closeSheet(), '/home');
  });

  it('a sheet’s subject is in the address', async () => {
    const { move, shown } = await openPage('/home');

    await move(() => showSheet('howto', { topic: 'bonus' }), '/home?topic=bonus&sheet=howto');
    expect(shown()).toBe('howto');
  });

  it('the rest of the address is kept', async () => {
    const { move } = await openPage('/statement?page=3');

    await move(() => showSheet('slips'), '/statement?page=3&sheet=slips');
    await move(() => closeSheet(), '/statement?page=3');
  });
});
