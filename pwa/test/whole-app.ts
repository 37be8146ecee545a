/** The whole app, started like a page starts it, with its routes and data layer. Its history is in memory. */
import { createMemoryHistory } from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { router } from '@/router';
import { logInMember, wallet } from './games';
import { ok, type TestServer } from './server';

/**
 * Starts the app in English at a path. Call it once per test file. The test sets the responses to the app's
 * calls.
 */
export async function startApp(path: string): Promise<void> {
  localStorage.setItem('locale', 'en');
  document.body.innerHTML = '<div id="root"></div>';
  const history = createMemoryHistory({ initialEntries: [path] });
  router.update({ ...router.options, history });
  await import('@/main');
  await screen.findByRole('main');
}

/** Opens a path like a link does. */
export async function visit(path: string): Promise<void> {
  await act(async () => router.history.push(path));
}

export const shownPath = (): string => router.state.location.pathname;
export const shownSearch = (): string => router.state.location.searchStr;

/** Logs in a member with complete data: name, phone, bank account and 1,000 baht. */
export async function serveWholeMember(): Promise<TestServer> {
  const server = await logInMember([]);
  const bank = { nameTH: 'กรุงไทย', nameEN: 'Krungthai', nameLO: '' };
  const bankAccount = { bankCode: 'KTB', bankAccountName: 'MALI', bankAccountNo: '9840144821', bank };
  const profile = { _id: 'M1', name: 'Mali', username: '0812345678', createdAt: '2026-11-20T18:00:00Z' };
  const home = { wallet: wallet(1_000), profile, invite: {}, bankAccount, slots: [] };
  server.on('GET /api/wallet', () => ok(home));
  return server;
}

/** Enters a value into the field with this label. */
export async function typeInto(label: string, value: string): Promise<void> {
  fireEvent.input(await screen.findByLabelText(label), { target: { value } });
}

/** Submits the form of the field with this label. */
export function submit(label: string): void {
  fireEvent.submit(screen.getByLabelText(label).closest('form')!);
}
