import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningBonus } from '@/data/api/types';
import type { CashLine } from '@/data/domains/cash/types';
import { dismissCommand } from '@/data/engine/commands/send';
import { nameOf } from '@/data/engine/commands/commands';
import { putHomeRow } from '@/data/engine/home/parts';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { showLine } from '@/nav/sheets';
import { Sheet } from '@/ui/sheet';
import { ModelHistory } from '../../../../test/model-history';
import { refusal } from '../../../../test/network';
import { ok, stubServer, type TestServer } from '../../../../test/server';
import { goOnline, goOffline } from '../../../../test/signal';
import { findAmountProblem, highestAmountOf } from './amount-problem';
import WithdrawSheet from './withdraw-sheet';

vi.mock('@/nav/sheets');

describe('an amount to withdraw', () => {
  const bounds = { min: 10_000, max: 20_000_000, available: 50_000 };

  // spec 5.32a, 5.32b
  it.each([
    [9_999, 'low'],
    [10_000, undefined],
    [50_000, undefined],
    [50_001, 'missing'],
    [20_000_000, 'missing'],
    [20_000_001, 'high'],
  ] as const)('a withdrawal of %d satang has the problem: %s', (satang, problem) => {
    expect(findAmountProblem(satang, bounds)).toBe(problem);
  });

  it('an amount is not compared with the balance while the balance is unknown', () => {
    expect(findAmountProblem(60_000, { ...bounds, available: undefined })).toBeUndefined();
    expect(highestAmountOf({ ...bounds, available: undefined })).toBeUndefined();
  });

  it('"all" is at most the maximum of one withdrawal', () => {
    expect(highestAmountOf({ ...bounds, available: 90_000_000 })).toBe(20_000_000);
  });
});

const line: CashLine = {
  _id: 'w1',
  statementType: 'withdraw',
  status: 'PENDING',
  from: 'WALLET',
  to: 'KTB xxx4821',
  fromPlace: { kind: 'wallet' },
  toPlace: { kind: 'bank', code: 'KTB', tail: '4821' },
  amount: 500,
  currency: 'BAHT',
  createdAt: '2026-11-21T07:00:00Z',
  version: 3,
  canCancel: true,
};
const buildWallet = (amount: number) => ({ amount, currency: 'BAHT', asOf: new Date().toISOString() });
const bankAccount = {
  bankCode: 'KTB',
  bankAccountName: 'MALI',
  bankAccountNo: '9840144821',
  bank: { nameTH: 'กรุงไทย', nameEN: 'Krungthai', nameLO: '' },
};
const buildHome = (amount: number) => ({
  wallet: buildWallet(amount),
  bankAccount,
  profile: { _id: 'M1' },
  slots: [],
  invite: {},
});

let server: TestServer;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  server = stubServer();
  server.on('POST /api/login', () => ok({ token: crypto.randomUUID(), expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
  server.on('GET /api/wallet', () => ok(buildHome(1_000)));
  server.on('GET /api/lookup/withdraw', () =>
    ok({ withdrawMin: 100, withdrawMax: 200_000, turnoverMultiple: 0, bonusEnd: 0 }),
  );
  await login({ username: '08', password: 'x', rememberMe: true });
});
afterEach(async () => {
  goOnline();
  cleanup();
  dismissCommand(nameOf('withdrawAll'));
  if (getSession()) await act(() => logout('discard'));
  vi.unstubAllGlobals();
});

const openSheet = () =>
  render(
    <Sheet open onClose={() => {}}>
      <WithdrawSheet />
    </Sheet>,
  );
/**
 * Presses a button by its visible text. Tests load no styles, so the busy text is part of the accessible
 * name.
 */
const press = async (words: string) =>
  fireEvent.click((await screen.findByText(words, { selector: 'button, button *' })).closest('button')!);

async function typeAmount(amount: string): Promise<void> {
  const field = await screen.findByLabelText('Amount', { selector: 'input' });
  fireEvent.change(field, { target: { value: amount } });
  fireEvent.blur(field);
}

/** Types 500 and opens the confirmation. */
async function openConfirmation(): Promise<void> {
  openSheet();
  await press('500');
  await press('Withdraw 500.00 baht');
  await screen.findByText('Balance after');
}

describe('the withdraw sheet', () => {
  // spec P8.6
  it('the withdraw sheet shows the wallet’s amount before an amount is chosen', async () => {
    openSheet();

    await screen.findByText('1,000.00 baht available');
  });

  // spec 2.65a, D3.14
  it('a confirmation shows what remains before money is withdrawn', async () => {
    await openConfirmation();

    expect(screen.getByText('Krungthai ending 4821')).toBeTruthy();
    expect(screen.getByText('Balance after').nextElementSibling?.textContent).toBe('500.00');
    expect(server.calls).not.toContain('POST /api/wallet/withdrawAll');
  });

  it('a withdrawal in progress is shown with a link to its statement line', async () => {
    server.on('POST /api/wallet/withdrawAll', () => ok({ statement: line, wallet: buildWallet(500) }, 202));
    await openConfirmation();

    await press('Confirm withdrawal of 500.00 baht');
    await screen.findByText('Withdrawal request for 500.00 baht received', { selector: 'p' });
    await press('See it in Activity');

    expect(showLine).toHaveBeenCalledWith('w1');
  });

  it('a withdrawal shows that it waits for the check of an earlier withdrawal', async () => {
    server.on('POST /api/wallet/withdrawAll', () => ok({ statement: line, wallet: buildWallet(500) }, 202));
    server.on('GET /api/statement/w1', () =>
      ok({ statement: line, reference: '01K30-T5CYM', events: [], waitsFor: 'earlier' }),
    );
    await openConfirmation();

    await press('Confirm withdrawal of 500.00 baht');

    await screen.findByText(/^Our payments team is checking an earlier withdrawal of yours.*Krungthai/);
  });

  // spec 2.50b, 4.18b
  it('a withdrawal’s statement line is stored at once, and the new balance after the next sync', async () => {
    server.on('POST /api/wallet/withdrawAll', () => ok({ statement: line, wallet: buildWallet(437) }, 202));
    await openConfirmation();
    const history = new ModelHistory();
    history.amount = 437;
    const synced = {
      ...history.sync(''),
      wallet: { ...buildWallet(437), onTheWay: 500 },
      statements: [line],
    };
    server.on('GET /api/sync', () => ok(synced));

    await press('Confirm withdrawal of 500.00 baht');

    await screen.findByText('Withdrawal request for 500.00 baht received', { selector: 'p' });
    expect(await withMemberDb('M1', (db) => db.statement.get('w1'))).toMatchObject({ amount: 500 });
    await waitFor(async () => {
      const stored = await withMemberDb('M1', (db) => db.home.get('wallet'));
      expect(stored?.value).toMatchObject({ amount: 437, onTheWay: 500 });
    });
  });

  // spec 2.65b, 2.65c
  it('a member with an ended bonus sees its conditions and the advice to withdraw the full amount', async () => {
    server.on('GET /api/lookup/withdraw', () =>
      ok({ withdrawMin: 100, withdrawMax: 200_000, turnoverMultiple: 3, bonusEnd: 20 }),
    );
    const ended = { ...line, _id: 'f1', statementType: 'finish_bonus', status: 'SUCCESS', canCancel: false };
    await withMemberDb('M1', (db) => db.statement.put(ended as CashLine));
    openSheet();

    expect(await screen.findByText('After a bonus, we recommend withdrawing the full amount')).toBeTruthy();
    expect(screen.getByText('You can withdraw after betting 3 × your deposits')).toBeTruthy();
    expect(
      screen.getByText(
        'Your next bonus may end once your total, in the wallet and games, is 20.00 baht or less',
      ),
    ).toBeTruthy();
  });

  // spec 2.65b
  it('a member with a bonus sees that the bonus must be completed first, and cannot continue', async () => {
    const bonus = { _id: 'b1', type: 'bonus', left: 14_400 } as RunningBonus;
    await withMemberDb('M1', (db) => putHomeRow(db, 'bonus', bonus, 1));
    openSheet();
    await typeAmount('500');

    await screen.findByText('0.00 baht available');
    await screen.findByText('14,400.00 baht left to bet before you can withdraw');
    const buttonText = screen.getByText('Withdraw 500.00 baht', { selector: 'button, button *' });
    expect(buttonText.closest('button')!.disabled).toBe(true);
  });

  it('a deposit’s turnover condition shows what is left, its factor, and that nothing is available meanwhile', async () => {
    server.on('GET /api/wallet', () => ok({ ...buildHome(1_000), toPlay: 2_000 }));
    server.on('GET /api/lookup/withdraw', () =>
      ok({ withdrawMin: 100, withdrawMax: 200_000, turnoverMultiple: 3, bonusEnd: 0 }),
    );
    openSheet();

    await screen.findByText('2,000.00 baht left to bet before you can withdraw');
    expect(screen.getByText('You can withdraw after betting 3 × your deposits')).toBeTruthy();
    expect(screen.getByText('0.00 baht available')).toBeTruthy();
    await typeAmount('500');
    const buttonText = screen.getByText('Withdraw 500.00 baht', { selector: 'button, button *' });
    expect(buttonText.closest('button')!.disabled).toBe(true);
  });

  it('a deposit’s turnover factor is shown to members who never had a bonus too', async () => {
    server.on('GET /api/lookup/withdraw', () =>
      ok({ withdrawMin: 100, withdrawMax: 200_000, turnoverMultiple: 3, bonusEnd: 0 }),
    );

    openSheet();

    await screen.findByText('You can withdraw after betting 3 × your deposits');
  });

  it.each([
    ['1001', "Your balance isn't enough. Enter a smaller amount"],
    ['200001', 'Maximum 200,000 baht at a time'],
  ])('the button is disabled for a forbidden amount of %s baht, with the reason', async (amount, why) => {
    openSheet();

    await typeAmount(amount);

    await screen.findByText(why);
    expect(
      screen.getByText(/^Withdraw [\d,.]+ baht$/, { selector: 'button, button *' }).closest('button')!
        .disabled,
    ).toBe(true);
  });

  // spec 8.38b
  it('a paid withdrawal is shown while the sheet is open', async () => {
    server.on('POST /api/wallet/withdrawAll', () => ok({ statement: line, wallet: buildWallet(500) }, 202));
    await openConfirmation();
    await press('Confirm withdrawal of 500.00 baht');
    await screen.findByText('Withdrawal request for 500.00 baht received', { selector: 'p' });

    await act(() =>
      withMemberDb('M1', (db) => db.statement.put({ ...line, status: 'SUCCESS', version: 4 } as CashLine)),
    );

    await screen.findByText('500.00 baht withdrawn', { selector: 'p' });
    expect(screen.getByText(/^Sent to Krungthai ending 4821/)).toBeTruthy();
  });

  // spec 8.26b
  it('an alert has the reason of a refusal as its title, and then the amount can be changed', async () => {
    server.on('POST /api/wallet/withdrawAll', () => refusal(409, 'MONEY_NOT_ENOUGH'));
    await openConfirmation();

    await press('Confirm withdrawal of 500.00 baht');

    const alert = await screen.findByRole('alertdialog');
    expect(alert.querySelector('h2')?.textContent).toBe("Your balance isn't enough. Enter a smaller amount");
    await press('OK');
    await press('Go back and change');
    await screen.findByText('Minimum 100 baht, maximum 200,000 baht at a time');
  });

  it('the withdraw sheet requests the password, and then the same command continues', async () => {
    const keys: (string | null)[] = [];
    let idle = true;
    server.on('POST /api/wallet/withdrawAll', ({ headers }) => {
      keys.push(headers.get('Idempotency-Key'));
      return idle
        ? refusal(401, 'EXPIRED_AUTH_TOKEN')
        : ok({ statement: line, wallet: buildWallet(500) }, 202);
    });
    server.on('POST /api/account/confirm', ({ body }) => {
      if ((body as { password: string }).password !== 'right') return refusal(400, 'WRONG_PASSWORD');
      idle = false;
      return ok();
    });
    await openConfirmation();
    await press('Confirm withdrawal of 500.00 baht');

    fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'wrong' } });
    await press('Confirm and continue');
    await screen.findByText("That password isn't right. Try again");
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right' } });
    await press('Confirm and continue');

    await screen.findByText('Withdrawal request for 500.00 baht received', { selector: 'p' });
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('while offline, no withdrawal can be sent, and the sheet shows why until the app is online again', async () => {
    await openConfirmation();

    await goOffline();

    await screen.findByText("You're offline. You can withdraw when you're back online");
    const findConfirmButton = () =>
      screen.getByText('Confirm withdrawal of 500.00 baht', { selector: 'button, button *' });
    expect(findConfirmButton().closest('button')!.disabled).toBe(true);
    goOnline();
    await waitFor(() => expect(findConfirmButton().closest('button')!.disabled).toBe(false));
    expect(server.calls).not.toContain('POST /api/wallet/withdrawAll');
  });

  it('an amount that is too small is reported when the field is left, not while typing', async () => {
    openSheet();
    const field = await screen.findByLabelText('Amount', { selector: 'input' });

    fireEvent.change(field, { target: { value: '5' } });
    expect(screen.queryByText('Minimum 100 baht')).toBeNull();
    fireEvent.blur(field);

    await waitFor(() => expect(screen.queryByText('Minimum 100 baht')).not.toBeNull());
  });
});

describe('the limits of a withdrawal', () => {
  beforeEach(() => {
    server.on('GET /api/wallet', () => ok(buildHome(900_000)));
    server.on('GET /api/lookup/withdraw', () =>
      ok({ withdrawMin: 250, withdrawMax: 700, turnoverMultiple: 0, bonusEnd: 0 }),
    );
  });

  // spec 2.65a, 5.32a, 5.32b, 9.8
  it.each([
    ['249', 'Minimum 250 baht'],
    ['701', 'Maximum 700 baht at a time'],
  ])('the server’s limits apply, and %s baht has its own message', async (amount, words) => {
    openSheet();

    await typeAmount(amount);

    expect(await screen.findByText(words)).toBeTruthy();
  });
});
