import { keepTogether } from '@/i18n/keep-together';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { dismissCommand } from '@/data/engine/commands/send';
import { nameOf } from '@/data/engine/commands/commands';
import { startI18n } from '@/i18n';
import { showLine } from '@/nav/sheets';
import { Sheet } from '@/ui/sheet';
import {
  transferLine,
  logOutMember,
  logInMember,
  pressButton,
  createSlot,
  wallet,
} from '../../../../test/games';
import { ok, type TestServer } from '../../../../test/server';
import WithdrawSheet from './withdraw-sheet';

vi.mock('@/nav/sheets');
const withdrawal = {
  ...transferLine,
  _id: 'w1',
  statementType: 'withdraw',
  from: 'WALLET',
  to: 'KTB xxx4821',
  fromPlace: { kind: 'wallet' },
  toPlace: { kind: 'bank', code: 'KTB', tail: '4821' },
};
const bankAccount = {
  bankCode: 'KTB',
  bankAccountName: 'MALI',
  bankAccountNo: '9840144821',
  bank: { nameTH: 'กรุงไทย', nameEN: 'Krungthai', nameLO: '' },
};
const slots = [
  createSlot('joker2', 'Joker', { amount: 200 }),
  createSlot('pgslot', 'PG Slot', { amount: 250 }),
];

let server: TestServer;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  server = await logInMember(slots);
  server.on('GET /api/wallet', () =>
    ok({ wallet: wallet(50), profile: { _id: 'M1' }, bankAccount, invite: {}, slots }),
  );
  server.on('GET /api/lookup/withdraw', () =>
    ok({ withdrawMin: 100, withdrawMax: 200_000, turnoverMultiple: 0, bonusEnd: 0 }),
  );
});
afterEach(async () => {
  dismissCommand(nameOf('withdrawAll'));
  await logOutMember();
});

/** Withdraws all: 50 in the wallet and 450 in two games. */
async function withdrawAll(): Promise<void> {
  render(
    <Sheet open onClose={() => {}}>
      <WithdrawSheet />
    </Sheet>,
  );
  await screen.findByText(
    'We first bring the money in your games back to your wallet, then send only the amount you withdraw',
  );
  await pressButton('All');
  await pressButton('Withdraw 500.00 baht');
  await pressButton('Confirm withdrawal of 500.00 baht');
}

it('a withdrawal that still collects money from games shows this, and links to its statement line', async () => {
  const statement = { ...withdrawal, status: 'PENDING', canCancel: true };
  server.on('POST /api/wallet/withdrawAll', () => ok({ statement, wallet: wallet(50) }, 202));

  await withdrawAll();

  await screen.findByText(/^We first bring the money in your games back/);
  await pressButton('See it in Activity');
  expect(showLine).toHaveBeenCalledWith('w1');
});

it('a withdrawal that failed because a game did not respond shows how much is in the wallet now', async () => {
  const statement = { ...withdrawal, status: 'FAILED', note: 'MONEY_NOT_ENOUGH' };
  server.on('POST /api/wallet/withdrawAll', () => ok({ statement, wallet: wallet(250) }));

  await withdrawAll();

  await screen.findByText('Withdrawal failed', { selector: 'p' });
  expect(screen.getByText(/^Your wallet now has/).textContent).toContain(keepTogether('250.00 baht'));
});
