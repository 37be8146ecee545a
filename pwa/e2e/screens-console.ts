/**
 * Items that are added to the real ones for pictures of the console. They are of kinds that occur only after
 * an hour, or after the loss of the database.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Member } from './api';

type Item = Record<string, unknown> & { id: string; kind: string; note?: string; member?: { _id: string } };

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

export interface AddedItems {
  /** Ids of added items that an operator has settled. */
  settled: Set<string>;
  /**
   * True to simulate a restored database: payouts are paused, there is a difference, and there are proposals
   * about both.
   */
  isRestored: boolean;
}

/** Adds items to the server's lists, and makes the real items wait longer than usual. */
export async function addItems(
  page: Page,
  members: [Member, Member],
  stranger: string,
  why: string,
): Promise<AddedItems> {
  const added: AddedItems = { settled: new Set(), isRestored: false };
  const ids = members.map(({ id }) => id);
  const waits: Record<string, string> = { SLIP: ago(14.5), UNMATCHED: ago(12.1), WITHDRAWAL: ago(6.9) };
  const built = buildItems(members);
  const lost = buildItemsAfterRestore(members, why);
  await changeResponses<{ items: Item[] }>(page, /\/api\/operator\/items(\?|$)/, ({ items }, query) => {
    const kind = query.get('kind');
    const ours = items
      .filter(({ member, note }) => (member ? ids.includes(member._id) : note?.startsWith(stranger)))
      .map((item) => ({ ...item, since: waits[item.kind] ?? item['since'] }));
    const all = [
      ...ours,
      ...built.filter(({ id }) => !added.settled.has(id)),
      ...(added.isRestored ? lost : []),
    ].filter((item) => (kind ? item.kind === kind : item.kind !== 'PROPOSAL'));
    return { items: all.sort((a, b) => String(a['since']).localeCompare(String(b['since']))) };
  });
  return added;
}

/** Changes the server's responses. Errors of a page that was left in the meantime are ignored. */
async function changeResponses<T>(
  page: Page,
  path: RegExp,
  change: (response: T, query: URLSearchParams) => object,
): Promise<void> {
  await page.route(path, async (route) => {
    try {
      const response = await route.fetch();
      const query = new URL(route.request().url()).searchParams;
      await route.fulfill({ response, json: change((await response.json()) as T, query) });
    } catch {
      await route.abort().catch(() => {});
    }
  });
}

const fact = (code: string, type: string, value: string) => ({ code, type, value });
const offer = (act: string, answer: string, fields: object[] = [], pair = false) => ({
  act,
  answer,
  fields,
  ...(pair && { pair }),
});
const whyField = { name: 'why', type: 'words', required: true, max: 500 };

/** Returns an item in the server's form: default values, and the given ones. */
function buildItem(kind: string, values: Record<string, unknown>): Item {
  return {
    id: randomUUID(),
    kind,
    amount: null,
    currency: 'BAHT',
    reason: '',
    reference: '',
    facts: [],
    verdicts: [],
    offers: [],
    ...values,
  };
}

function buildItems(members: [Member, Member]) {
  const [mali, somsri] = [buildMemberView(members[0]), buildMemberView(members[1])];
  return [
    buildItem('PAYOUT', {
      since: ago(31),
      amount: 3200,
      reason: 'NO_ANSWER',
      member: somsri,
      verdicts: [
        buildEqualVerdict('name', somsri.accountName),
        buildEqualVerdict('bank', somsri.bankCode),
        buildEqualVerdict('account', somsri.accountNo),
      ],
      facts: [fact('asked', 'time', ago(66)), fact('heard', 'time', ago(31))],
      offers: [offer('settle', 'yes'), offer('fail', 'no')],
    }),
    buildItem('GIFT', {
      since: ago(9.8),
      amount: 100,
      reason: 'NO_ANSWER',
      reference: 'H7kq2PZr0s9Lx1',
      member: mali,
      facts: [
        fact('promised', 'amount', '100.00'),
        fact('lastWord', 'text', 'INTERNAL_ERROR'),
        fact('reference', 'reference', 'H7kq2PZr0s9Lx1'),
      ],
      offers: [
        offer('settle', 'yes', [{ name: 'amount', type: 'amount', required: true, value: '100.00' }]),
        offer('fail', 'no'),
      ],
    }),
    buildItem('QR', {
      since: ago(5.2),
      amount: 500,
      reason: 'REFUNDED_CREDITED',
      reference: 'KBANK QR20261121A7F3',
      member: mali,
      facts: [
        fact('askedAmount', 'amount', '500.00'),
        fact('gateway', 'text', 'KBANK'),
        fact('code', 'reference', 'QR20261121A7F3'),
        fact('theirs', 'reference', 'KB0938271'),
      ],
      offers: [offer('seen', 'yes'), offer('takeBack', 'also', [whyField], true)],
    }),
    buildItem('RETURN', {
      since: ago(1.3),
      amount: 20_000,
      reason: 'DEPOSIT_LIMIT',
      reference: '006 20261121123109XQ',
      member: mali,
      facts: [
        fact('backTo', 'copy', 'KTB xxx4821'),
        fact('account', 'copy', `${mali.bankCode} ${mali.accountNo}`),
        fact('came', 'text', '006 20261121123109XQ'),
      ],
      offers: [offer('returned', 'yes', [{ name: 'reference', type: 'line', required: true, max: 64 }])],
    }),
  ];
}

/** Returns a payout that only the provider has, the paused payouts, and the proposals about both. */
function buildItemsAfterRestore(members: [Member, Member], why: string) {
  const [mali, somsri] = [buildMemberView(members[0]), buildMemberView(members[1])];
  const facts = [
    fact('company', 'word', 'PAYOUT'),
    fact('said', 'word', 'PAID'),
    fact('theirAmount', 'amount', '300.00'),
    fact('ourAmount', 'amount', '0.00'),
    fact('reference', 'reference', '0199fa52-6c1e-7b10-9d53-2f1c8b7e4a90'),
    fact('account', 'copy', `SCB ${somsri.accountNo}`),
    fact('name', 'copy', somsri.accountName),
    fact('time', 'time', ago(63)),
  ];
  const proposed = {
    since: ago(9),
    note: 'somchai',
    offers: [offer('approve', 'yes'), offer('reject', 'no')],
  };
  const by = [fact('why', 'text', why), fact('proposer', 'text', 'somchai')];
  return [
    buildItem('PAYOUTS', {
      id: 'wait',
      since: ago(48),
      reason: 'RESTORED',
      offers: [offer('release', 'yes', [whyField], true)],
    }),
    buildItem('DIFFERENCE', {
      since: ago(22),
      amount: 300,
      reason: 'LOST',
      find: somsri.accountNo,
      note: somsri.accountName,
      facts,
      offers: [
        offer('attribute', 'yes', [{ name: 'memberId', type: 'member', required: true }, whyField], true),
        offer('nobodys', 'no', [whyField], true),
      ],
    }),
    buildItem('PROPOSAL', {
      ...proposed,
      id: 'DIFFERENCE',
      reason: 'DIFFERENCE',
      amount: 300,
      member: somsri,
      facts: [...by, ...facts],
    }),
    buildItem('PROPOSAL', {
      ...proposed,
      id: 'NOBODYS',
      reason: 'NOBODYS_PAYOUT',
      amount: 300,
      facts: [...by, ...facts],
    }),
    buildItem('PROPOSAL', {
      ...proposed,
      id: 'TRANSFER',
      reason: 'TRANSFER',
      amount: 888.25,
      member: mali,
      verdicts: [
        { ...buildEqualVerdict('name', mali.accountName), theirs: 'NAREE C.', fits: 'differs' },
        { ...buildEqualVerdict('bank', mali.bankCode), theirs: 'SCB', fits: 'differs' },
        { ...buildEqualVerdict('account', mali.accountNo), theirs: 'xxx-x-x6103-x', fits: 'unsure' },
      ],
      facts: [...by, fact('time', 'time', ago(95)), fact('reference', 'copy', 'FT26325118')],
    }),
    buildItem('PROPOSAL', {
      ...proposed,
      id: 'RELEASE',
      reason: 'RELEASE_PAYOUTS',
      facts: [...by, fact('waitSince', 'time', ago(48))],
    }),
  ];
}

function buildEqualVerdict(code: string, value: string) {
  return { code, theirs: value, ours: value, type: 'text', fits: 'fits' };
}

function buildMemberView({ id, bankCode, bankAccountName, bankAccountNo }: Member) {
  return {
    _id: id,
    active: true,
    bankCode,
    bankNumber: '',
    accountName: bankAccountName,
    accountNo: bankAccountNo,
    currency: 'BAHT',
  };
}
