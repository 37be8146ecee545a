import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeConsole, openConsole } from '../../../../test/console';
import { ok, stubServer, type TestServer } from '../../../../test/server';
import { startTexts } from '../../i18n';

let server: TestServer;

beforeEach(async () => {
  await startTexts('en');
  server = stubServer();
});
afterEach(closeConsole);

/** Serves a log of 45 entries with the ids 1 to 45, in pages of 20. */
function serveLog() {
  server.on('GET /api/operator/audit', ({ url }) => {
    const before = Number(url.searchParams.get('before')) || 46;
    const ids = Array.from({ length: Math.min(20, before - 1) }, (_, i) => before - 1 - i);
    return ok({ entries: ids.map(entryOf), hasOlder: ids.at(-1)! > 1 });
  });
}

const entryOf = (id: number) => ({
  id,
  at: '2026-11-21T07:00:00Z',
  operator: 'nok',
  action: 'member.freeze',
  subject: `M${id}`,
  details: {},
  requestId: `r${id}`,
});

const pager = () => within(screen.getByRole('navigation', { name: 'Page navigation' }));
const goTo = (name: string) => fireEvent.click(pager().getByRole('button', { name }));

async function openLastPage(): Promise<void> {
  serveLog();
  await openConsole('log');
  await screen.findByText('M45');
  goTo('Next page');
  await screen.findByText('M25');
  goTo('Next page');
  await screen.findByText('M5');
}

it('shows the newest entries, then older ones page by page, up to the oldest entry', async () => {
  await openLastPage();

  screen.getByText('M1');
  expect(pager().getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
});

it('returns to an earlier page, and to the newest entries by “Reload”', async () => {
  await openLastPage();

  goTo('Page 2');
  await screen.findByText('M25');
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));

  await screen.findByText('M45');
  expect(pager().getByRole('button', { current: 'page' }).textContent).toBe('1');
});
