import { keepTogether } from '@/i18n/keep-together';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StatementLine } from '@/data/api/types';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { offline, ok, stubServer, type TestServer } from '../../../../test/server';
import { LinePage } from './line-page';
import { findActor, findNextStep, filterCurrentEvents } from './line-status';

const ID = '0198c1a2-b3d4-7e5f-8a6b-7c8d9e0f1a2b';
const buildLine = (more: Partial<StatementLine> = {}): StatementLine => ({
  _id: ID,
  statementType: 'withdraw',
  status: 'PENDING',
  from: 'WALLET',
  to: 'KTB xxx4821',
  fromPlace: { kind: 'wallet' },
  toPlace: { kind: 'bank', code: 'KTB', tail: '4821' },
  amount: 2500,
  currency: 'BAHT',
  createdAt: '2026-11-21T06:48:00Z',
  version: 3,
  canCancel: true,
  ...more,
});
const asked = { event: 'asked', at: '2026-11-21T06:48:00Z' };
const buildDetail = (statement: StatementLine, more = {}) => ({
  statement,
  reference: '01K30-T5CYM',
  events: [asked],
  waitsFor: 'cashier',
  ...more,
});

let server: TestServer;
const [onBack, onAsk] = [vi.fn(), vi.fn()];

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  server = stubServer();
  server.on('POST /api/login', () => ok({ token: crypto.randomUUID(), expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', offline);
  server.on('GET /api/lookup/slip', offline);
  server.on(`GET /api/statement/${ID}`, offline);
  await login({ username: '08', password: 'x', rememberMe: true });
});
afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  if (getSession()) await act(() => logout('discard'));
  vi.unstubAllGlobals();
});

const storeLine = (stored: StatementLine) => withMemberDb('M1', (db) => db.statement.put(stored));
const renderPage = () =>
  render(
    <LinePage
      id={ID}
      appName="Krapao"
      listLink={(words) => <a href="/">{words}</a>}
      onBack={onBack}
      onAsk={onAsk}
    />,
  );

describe('the page of a statement line', () => {
  it('the line’s page shows the stored line, and that the rest needs a signal', async () => {
    await storeLine(buildLine());
    renderPage();

    expect(await screen.findByText('\u22122,500.00')).toBeTruthy();
    expect(screen.getByText('01K30-T5CYM')).toBeTruthy();
    expect(screen.getByText('21/11/2026 13:48:00')).toBeTruthy();
    expect(screen.getByText(/••4821/)).toBeTruthy();
    expect(await screen.findByText(/can't load the timeline|when you're back online/)).toBeTruthy();
  });

  it('the line’s page shows who acts next as the server reports it, and the events with their times', async () => {
    await storeLine(buildLine());
    server.on(`GET /api/statement/${ID}`, () => ok(buildDetail(buildLine())));
    renderPage();

    expect(await screen.findByText(/Our payments team is checking/)).toBeTruthy();
    expect(screen.getByText('Request received')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancel withdrawal' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Share receipt/ })).toBeNull();
  });

  it('a withdrawal behind an earlier one shows what it waits for, and that no action is needed', async () => {
    await storeLine(buildLine());
    server.on(`GET /api/statement/${ID}`, () => ok(buildDetail(buildLine(), { waitsFor: 'earlier' })));
    renderPage();

    expect(
      await screen.findByText(/checking an earlier withdrawal.*You don't need to do anything/),
    ).toBeTruthy();
  });

  it('a changed line is fetched again, and outdated events are hidden meanwhile', async () => {
    await storeLine(buildLine());
    server.on(`GET /api/statement/${ID}`, () => ok(buildDetail(buildLine())));
    renderPage();
    await screen.findByText('Request received');
    const paid = buildLine({ status: 'SUCCESS', version: 5, canCancel: false });
    const done = { event: 'done', at: '2026-11-21T06:50:01Z' };
    server.on(`GET /api/statement/${ID}`, () =>
      ok(buildDetail(paid, { events: [asked, done], waitsFor: undefined })),
    );

    await storeLine(paid);

    expect(await screen.findByText('Paid into your account')).toBeTruthy();
    expect(screen.getByText('21/11/2026 13:50:01')).toBeTruthy();
    expect(screen.queryByText(/Our payments team is checking/)).toBeNull();
    expect(screen.getByRole('button', { name: /^Share receipt/ })).toBeTruthy();
  });

  it('a failed line shows why and what to do next', async () => {
    await storeLine(buildLine({ status: 'FAILED', note: 'WITHDRAW_REFUSED', canCancel: false, version: 5 }));
    renderPage();

    expect(await screen.findByText(/The withdrawal failed/)).toBeTruthy();
    expect(
      screen.getByText(
        'See the reason above before you withdraw again, or contact support with this reference',
      ),
    ).toBeTruthy();
  });

  it('a withdrawal that was given up shows that its money had already been paid', async () => {
    await storeLine(buildLine({ status: 'FAILED', note: 'WITHDRAW_GAVE_WAY', canCancel: false, version: 5 }));
    renderPage();

    expect(await screen.findByText(/^This money had already been paid to your account/)).toBeTruthy();
  });

  it('a withdrawal with too little money names the games that may not have responded', async () => {
    await storeLine(buildLine({ status: 'FAILED', note: 'MONEY_NOT_ENOUGH', canCancel: false, version: 5 }));
    renderPage();

    expect(await screen.findByText(/A game may not have answered yet/)).toBeTruthy();
  });

  it.each([
    ['BAHT', /upload its slip/],
    ['LAK', /contact support with this reference/],
  ])('an announced deposit in %s that never arrived shows what to do', async (currency, words) => {
    const bank = { kind: 'bank', code: 'KTB' } as StatementLine['fromPlace'];
    const more = { statementType: 'deposit', status: 'FAILED', note: 'DEPOSIT_NOT_SEEN' } as const;
    await storeLine(
      buildLine({
        ...more,
        currency: currency as StatementLine['currency'],
        fromPlace: bank,
        canCancel: false,
      }),
    );
    renderPage();

    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('the picture of a slip is shown, and a tap enlarges it', async () => {
    const slip = { reference: 'r1', createdAt: '2026-11-21T06:40:00Z' };
    await storeLine(buildLine());
    server.on(`GET /api/statement/${ID}`, () => ok(buildDetail(buildLine(), { slip })));
    server.on('GET /api/statement/slip/reference/r1', () => ok({ url: '/media/slip/r1' }));
    renderPage();

    const picture = await screen.findByRole('img', { name: /^Slip sent 21\/11\/2026/ });
    expect(picture.getAttribute('src')).toBe('/media/slip/r1');
    fireEvent.click(picture.closest('button')!);

    const lightbox = await screen.findByRole('dialog');
    expect(lightbox.querySelector('img')!.getAttribute('src')).toBe('/media/slip/r1');
  });

  it('the button to ask support opens the chat with a draft that names the line', async () => {
    await storeLine(buildLine());
    renderPage();

    fireEvent.click(await screen.findByRole('button', { name: 'Ask support about this' }));

    expect(onAsk).toHaveBeenCalledExactlyOnceWith(
      keepTogether('A question about: Withdrawal 2,500.00 baht, reference 01K30-T5CYM'),
    );
  });

  it('a line that the device does not have is fetched from the server', async () => {
    server.on(`GET /api/statement/${ID}`, () => ok(buildDetail(buildLine())));
    renderPage();

    expect(await screen.findByText('\u22122,500.00')).toBeTruthy();
  });

  it('an unknown line shows a link to the list', async () => {
    renderPage();

    expect(await screen.findByText("We can't load this right now")).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See all activity' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: /Ask support/ })).toBeNull());
  });
});

describe('who acts next', () => {
  const deposit = { statementType: 'deposit', canCancel: false } as const;

  it.each<[string, Partial<StatementLine>]>([
    ['house', {}],
    ['bank', { canCancel: false }],
    ['game', { statementType: 'transfer', canCancel: false }],
    ['member', { ...deposit, fromPlace: { kind: 'bank', code: 'KTB' } }],
    ['gift', { ...deposit, fromPlace: { kind: 'gift' } }],
  ])('without the server’s report the %s acts next', (actor, more) => {
    expect(findActor(buildLine(more), undefined)).toBe(actor);
  });

  it('an actor that this version does not know is not shown', () => {
    expect(findActor(buildLine(), buildDetail(buildLine(), { waitsFor: 'oracle' }) as never)).toBe('house');
    const events = [asked, { event: 'blessed', at: asked.at }];
    expect(filterCurrentEvents(buildLine(), buildDetail(buildLine(), { events }) as never)).toEqual([asked]);
  });

  it('an actor of an earlier state is not shown', () => {
    const changed = buildLine({ version: 4, canCancel: false });

    expect(findActor(changed, buildDetail(buildLine()) as never)).toBe('bank');
    expect(filterCurrentEvents(changed, buildDetail(buildLine()) as never)).toEqual([]);
  });
});

describe('the advice for a failed line', () => {
  it.each<[ReturnType<typeof findNextStep>, Partial<StatementLine>]>([
    ['cancelled', { note: 'WITHDRAW_CANCELLED' }],
    ['withdraw', { note: 'MONEY_NOT_ENOUGH' }],
    ['transfer', { statementType: 'transfer', note: 'TRANSFER_FAIL' }],
    ['notSeen', { statementType: 'deposit', note: 'DEPOSIT_NOT_SEEN', fromPlace: { kind: 'bank' } }],
    ['returned', { statementType: 'deposit', note: 'DEPOSIT_LIMIT', fromPlace: { kind: 'bank' } }],
    ['gift', { statementType: 'deposit', note: 'TRUELINK_DUPLICATE', fromPlace: { kind: 'gift' } }],
    ['slip', { statementType: 'deposit', note: 'NOT_MATCH', fromPlace: { kind: 'bank' } }],
    ['other', { statementType: 'bonus', note: 'INACTIVE_USER' }],
  ])('the advice for a failed line is: %s', (step, more) => {
    expect(findNextStep(buildLine({ status: 'FAILED', ...more }))).toBe(step);
  });
});
