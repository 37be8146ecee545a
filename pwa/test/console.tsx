/** The operators' console as an admin sees it, with a test's items and conversations. */
import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import { clearLists, memberBoard, proposalBoard, queueBoard } from '@/operator/cashier/boards';
import type { FoundMember, MemberView, Offer, CashierItem } from '@/operator/cashier/wire';
import { clearInbox, storeSummary } from '@/operator/inbox/inbox';
import { startPages } from '@/operator/pages';
import { closePanel } from '@/operator/panel/open-panel';
import { openSection, router } from '@/operator/router';
import { sessionStore, type Section } from '@/operator/session';
import { clearRooms } from '@/operator/thread/threads';
import type { Summary } from '@/operator/types';

export const ME = 'nok';

export const member: MemberView = {
  _id: 'M55',
  active: true,
  bankCode: 'KTB',
  accountName: 'SOMCHAI JAIDEE',
  accountNo: '9840144821',
  currency: 'BAHT',
};

/** The search result for the same member. */
export const found: FoundMember = { ...member, name: 'Somchai', phone: '0812345678' };

/** Returns an item with a member and 55,000 baht; `values` replaces its values. */
export function createItem(
  kind: string,
  id: string,
  offers: Offer[],
  values: Partial<CashierItem> = {},
): CashierItem {
  return {
    key: `${kind}:${id}`,
    kind,
    id,
    since: '2026-11-21T07:00:00Z',
    satang: 5_500_000,
    currency: 'BAHT',
    reason: '',
    also: [],
    reference: '',
    note: '',
    member,
    find: '',
    facts: [],
    verdicts: [],
    offers,
    ...values,
  };
}

const note = { name: 'note', type: 'line', required: true, max: 200 } as const;

export const withdrawal = createItem('WITHDRAWAL', 'w1', [
  { act: 'approve', answer: 'yes', fields: [] },
  { act: 'reject', answer: 'no', fields: [note] },
]);

export const slip = createItem('SLIP', 's1', [
  { act: 'settle', answer: 'yes', fields: [] },
  {
    act: 'reject',
    answer: 'no',
    fields: [{ name: 'note', type: 'code', required: true, options: ['SLIP_EXPIRED', 'NOT_MATCH'] }],
  },
]);

/** An item for money that must be returned at the bank. Accepting it needs the reference of the return. */
export const toReturn = createItem('RETURN', 'r1', [
  { act: 'returned', answer: 'yes', fields: [{ name: 'reference', type: 'line', required: true, max: 64 }] },
]);

/** An item for money without a known member. The cashier selects the member. */
export const unmatched = createItem(
  'UNMATCHED',
  'u1',
  [
    { act: 'credit', answer: 'yes', fields: [{ name: 'memberId', type: 'member', required: true }] },
    { act: 'return', answer: 'no', fields: [] },
  ],
  { member: undefined as never, find: 'SOMCHAI' },
);

/** The item of a member who was looked up, with the actions on the member. */
export const memberItem = createItem(
  'MEMBER',
  'M55',
  [
    {
      act: 'adjust',
      answer: 'also',
      pair: true,
      fields: [
        { name: 'take', type: 'flag' },
        { name: 'amount', type: 'amount', required: true },
        { name: 'why', type: 'words', required: true, max: 500 },
      ],
    },
    {
      act: 'freeze',
      answer: 'also',
      fields: [
        { name: 'why', type: 'words', required: true, max: 500 },
        { name: 'until', type: 'time' },
      ],
    },
  ],
  { satang: null },
);

export const proposal = createItem(
  'PROPOSAL',
  'p1',
  [
    { act: 'approve', answer: 'yes', fields: [] },
    { act: 'reject', answer: 'no', fields: [] },
  ],
  { reason: 'ADJUSTMENT', note: 'ploy' },
);

export const conversation: Summary = {
  id: '7',
  kind: 'member',
  title: 'Mali',
  locale: 'th',
  status: 'OPEN',
  lastSeq: 1,
  unread: 0,
  customerReadSeq: 0,
  assignee: '',
  lastAt: '2026-11-21T07:00:00Z',
  lastSender: 'customer',
  preview: 'สวัสดี',
  playClosed: false,
  online: false,
};

const signedIn = {
  session: { token: 't', username: ME, role: 'admin', expiresAt: '2099-01-01T00:00:00Z' },
  expired: false,
};

// Called only once, because the router exists as long as the page.
startPages();

/** Renders a page of the console, in the state after a login with the server's list loaded. */
export async function openConsole(section: Section): Promise<void> {
  sessionStore.set(signedIn);
  render(<RouterProvider router={router} />);
  await act(() => router.load());
  await act(() => openSection(section));
}

/** Sets the queue's items; the first one is open, as on a wide screen. */
export function putQueue(...items: CashierItem[]): void {
  queueBoard.put(items, false, true);
}

/** Shows a member who was looked up in place of the open item. */
export function putMember(): void {
  memberBoard.put([memberItem], false, true);
}

export function putProposals(...items: CashierItem[]): void {
  proposalBoard.put(items, false, true);
}

export function putConversations(...rows: Summary[]): void {
  for (const row of rows) storeSummary(row);
}

/** Clears all data and leaves the page. */
export async function closeConsole(): Promise<void> {
  await act(() => openSection('inbox'));
  cleanup();
  clearLists();
  clearInbox();
  clearRooms();
  closePanel();
}
