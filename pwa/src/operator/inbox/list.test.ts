// @pure
import { describe, expect, it } from 'vitest';
import type { Summary } from '../types';
import { dropRow, emptyInbox, PAGE_SIZE, putPage, putSummary, rowsOf, type Inbox } from './list';

const me = 'nok';
const minute = (n: number) => new Date(Date.UTC(2026, 10, 21, 7, n)).toISOString();

function summary(id: number, some: Partial<Summary> = {}): Summary {
  return {
    id: String(id),
    kind: 'guest',
    title: `Guest ${id}`,
    locale: 'th',
    status: 'OPEN',
    lastSeq: 1,
    unread: 0,
    customerReadSeq: 0,
    assignee: '',
    lastAt: minute(id),
    lastSender: 'customer',
    preview: '',
    playClosed: false,
    online: false,
    ...some,
  };
}

function inboxOf(...conversations: Summary[]): Inbox {
  const page = { conversations, unread: 0, waiting: 0 };
  return putPage(emptyInbox, page, { filter: 'open', me, isFirst: true });
}

const idsOf = (inbox: Inbox, filter: 'open' | 'mine' | 'closed' = 'open') =>
  rowsOf(inbox, filter, me).map(({ id }) => id);

describe('the inbox', () => {
  it('many guests are listed after all waiting members, and before those who do not wait', () => {
    const inbox = inboxOf(
      summary(1),
      summary(2, { waitingSince: minute(1), crowd: 2 }),
      summary(3, { waitingSince: minute(0), crowd: 1 }),
      summary(4, { waitingSince: minute(9) }),
    );

    expect(idsOf(inbox)).toEqual(['4', '3', '2', '1']);
  });

  it('the longest wait comes first, then the newest', () => {
    const inbox = inboxOf(
      summary(1),
      summary(2, { waitingSince: minute(9) }),
      summary(3),
      summary(4, { waitingSince: minute(2) }),
    );

    expect(idsOf(inbox)).toEqual(['4', '2', '3', '1']);
  });

  it('a conversation moves as soon as it is answered', () => {
    const inbox = inboxOf(summary(1, { waitingSince: minute(1) }), summary(2, { waitingSince: minute(2) }));

    const answered = putSummary(inbox, summary(1, { lastSeq: 2, lastAt: minute(9) }));

    expect(idsOf(answered)).toEqual(['2', '1']);
  });

  it('the filters "mine" and "closed" use the conversation’s own state', () => {
    const inbox = inboxOf(summary(1, { assignee: me }), summary(2, { assignee: 'lek' }));
    const closed = putSummary(inbox, summary(1, { assignee: me, status: 'CLOSED' }));

    expect([idsOf(inbox, 'mine'), idsOf(closed, 'mine'), idsOf(closed, 'closed')]).toEqual([
      ['1'],
      [],
      ['1'],
    ]);
  });

  it('each frame updates the counts of waiting and unread', () => {
    const quiet = inboxOf(summary(1));

    const asked = putSummary(quiet, summary(1, { lastSeq: 2, unread: 1, waitingSince: minute(3) }));
    const read = putSummary(asked, summary(1, { lastSeq: 2, unread: 0, waitingSince: minute(3) }));
    const closed = putSummary(read, summary(1, { lastSeq: 2, status: 'CLOSED' }));

    expect([asked, read, closed].map(({ unread, waiting }) => [unread, waiting])).toEqual([
      [1, 1],
      [0, 1],
      [0, 0],
    ]);
  });

  it('a late frame does not undo a newer one', () => {
    const newer = inboxOf(summary(1, { lastSeq: 5, preview: 'new' }));

    const after = putSummary(newer, summary(1, { lastSeq: 4, preview: 'old' }));

    expect(after).toBe(newer);
  });

  it('a guest who logged in is removed from the list', () => {
    const before = inboxOf(summary(1), summary(2));

    const after = putPage(
      before,
      { conversations: [summary(2)], unread: 0, waiting: 0 },
      { filter: 'open', me, isFirst: true },
    );

    expect(idsOf(after)).toEqual(['2']);
  });

  it('conversations beyond a full first page are kept', () => {
    const before = inboxOf(...Array.from({ length: PAGE_SIZE + 3 }, (_, i) => summary(i + 1)));
    const first = rowsOf(before, 'open', me).slice(0, PAGE_SIZE);

    const after = putPage(
      before,
      { conversations: first, unread: 0, waiting: 0 },
      { filter: 'open', me, isFirst: true },
    );

    expect(idsOf(after)).toHaveLength(PAGE_SIZE + 3);
  });

  it('a lost conversation is removed from the counts too', () => {
    const inbox = putSummary(emptyInbox, summary(1, { unread: 2, waitingSince: minute(1) }));

    expect(dropRow(inbox, '1')).toEqual(emptyInbox);
  });
});
