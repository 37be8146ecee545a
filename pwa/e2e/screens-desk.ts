/** What the pictures of the desk show beside what was really done: kinds that take an hour, or a lost database, to come about. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Member } from './api';

type Item = Record<string, unknown> & { kind: string; member?: { _id: string }; transfer?: { name: string } };

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

export interface Shown {
  /** Made items that a colleague has settled. */
  settled: Set<string>;
  /** The database was restored: payouts wait, and something differs. */
  isRestored: boolean;
}

/** What this picture is about, waiting for longer than anybody would. */
export async function queueOf(page: Page, members: [Member, Member], stranger: string): Promise<Shown> {
  const shown: Shown = { settled: new Set(), isRestored: false };
  const ids = members.map(({ id }) => id);
  const waits: Record<string, string> = { SLIP: ago(14.5), UNMATCHED: ago(12.1), WITHDRAWAL: ago(6.9) };
  const made = madeItems(members);
  const lost = { ...madeDifference(members[1]), kind: 'DIFFERENCE', since: ago(22) };
  await changed<{ items: Item[] }>(page, '**/api/operator/queue', ({ items }) => {
    const ours = items
      .filter(({ member, transfer }) =>
        member ? ids.includes(member._id) : transfer?.name.startsWith(stranger),
      )
      .map((item) => ({ ...item, since: waits[item.kind] }));
    const all = [
      ...ours,
      ...made.filter(({ id }) => !shown.settled.has(id)),
      ...(shown.isRestored ? [lost] : []),
    ];
    const wait = shown.isRestored && { payoutsWait: { since: ago(48), reason: 'RESTORED' } };
    return { items: all.sort((a, b) => String(a.since).localeCompare(String(b.since))), ...wait };
  });
  return shown;
}

/** The proposals about these members; once it is on, three that need a lost database or a contradicted transfer, too. */
export async function madeProposals(
  page: Page,
  members: [Member, Member],
  why: string,
): Promise<{ on: boolean }> {
  const made = { on: false };
  const ids = members.map(({ id }) => id);
  const by = { why, proposedBy: 'somchai', since: ago(9) };
  const transfer = {
    bank: '014',
    account: 'xxx-x-x6103-x',
    name: 'NAREE C.',
    reference: 'FT26325118',
    toBank: 'KBANK',
    toAccountNo: '0483921567',
    at: ago(95),
    id: randomUUID(),
    amount: 888.25,
    currency: 'BAHT',
  };
  const three = [
    {
      ...by,
      id: 'DIFFERENCE',
      kind: 'DIFFERENCE',
      member: viewOf(members[1]),
      difference: madeDifference(members[1]).difference,
    },
    { ...by, id: 'TRANSFER', kind: 'TRANSFER', member: viewOf(members[0]), transfer },
    { ...by, id: 'RELEASE', kind: 'RELEASE_PAYOUTS' },
  ];
  await changed<{ proposals: { member?: { _id: string } }[] }>(
    page,
    '**/api/operator/proposals',
    ({ proposals }) => {
      const ours = proposals.filter(({ member }) => member && ids.includes(member._id));
      return { proposals: [...(made.on ? three : []), ...ours] };
    },
  );
  return made;
}

/** The server's answers, with something changed in them; a page that was left meanwhile wants none. */
async function changed<T>(page: Page, path: string, change: (told: T) => object): Promise<void> {
  await page.route(path, async (route) => {
    try {
      const response = await route.fetch();
      await route.fulfill({ response, json: change((await response.json()) as T) });
    } catch {
      await route.abort().catch(() => {});
    }
  });
}

function madeItems(members: [Member, Member]) {
  const [mali, somsri] = [viewOf(members[0]), viewOf(members[1])];
  const rest = { currency: 'BAHT', member: mali };
  return [
    {
      ...rest,
      kind: 'PAYOUT',
      id: randomUUID(),
      since: ago(31),
      amount: 3200,
      reason: 'NO_ANSWER',
      reference: '',
      member: somsri,
      payTo: somsri,
    },
    {
      ...rest,
      kind: 'GIFT',
      id: randomUUID(),
      since: ago(9.8),
      amount: 100,
      reason: 'NO_ANSWER',
      reference: 'H7kq2PZr0s9Lx1',
      note: 'INTERNAL_ERROR',
    },
    {
      ...rest,
      kind: 'QR',
      id: randomUUID(),
      since: ago(5.2),
      amount: 500,
      reason: 'REFUNDED_CREDITED',
      reference: 'KBANK QR20261121A7F3',
      note: 'KB0938271',
    },
    {
      ...rest,
      kind: 'RETURN',
      id: randomUUID(),
      since: ago(1.3),
      amount: 20_000,
      reason: 'DEPOSIT_LIMIT',
      reference: '006 20261121123109XQ',
      note: 'KTB xxx4821',
    },
  ];
}

/** A payout that only the company knows of. */
function madeDifference({ bankAccountNo, bankAccountName }: Member) {
  const id = randomUUID();
  const rest = {
    id,
    reference: '0199fa52-6c1e-7b10-9d53-2f1c8b7e4a90',
    reason: 'LOST',
    amount: 300,
    currency: 'BAHT',
  };
  const said = {
    company: 'PAYOUT',
    said: 'PAID',
    ours: 0,
    bank: '014',
    account: bankAccountNo,
    name: bankAccountName,
    at: ago(63),
    mayClose: true,
    mayAttribute: true,
  };
  return { ...rest, difference: { ...rest, ...said, since: ago(22) } };
}

function viewOf({ id, bankCode, bankAccountName, bankAccountNo }: Member) {
  return {
    _id: id,
    active: true,
    bankCode,
    accountName: bankAccountName,
    accountNo: bankAccountNo,
    currency: 'BAHT',
  };
}
