import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  transferLine as transfer,
  logOutMember,
  logInMember,
  pressButton,
  wallet,
} from '../../../../test/games';
import { refusal } from '../../../../test/network';
import { ok, type TestServer } from '../../../../test/server';
import type { CashLine } from '@/data/domains/cash/types';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { closeSheet } from '@/nav/sheets';
import { Sheet } from '@/ui/sheet';
import CancelSheet from './cancel-sheet';

vi.mock('@/nav/sheets');
let server: TestServer;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  server = await logInMember([]);
});
afterEach(logOutMember);

const line: CashLine = {
  ...transfer,
  _id: 'w1',
  statementType: 'withdraw',
  status: 'PENDING',
  to: 'KTB xxx4821',
  toPlace: { kind: 'bank', code: 'KTB', tail: '4821' },
  canCancel: true,
};

async function openSheet(): Promise<void> {
  await withMemberDb('M1', (db) => db.statement.put(line));
  render(
    <Sheet open onClose={() => {}}>
      <CancelSheet lineId="w1" />
    </Sheet>,
  );
}

async function cancelWithdrawal(): Promise<void> {
  await openSheet();
  await pressButton('Cancel withdrawal of 500.00 baht');
}

it('after a cancellation, the sheet says that all money is in the wallet and the games', async () => {
  const statement = { ...line, status: 'FAILED', note: 'WITHDRAW_CANCELLED', canCancel: false };
  server.on('POST /api/wallet/withdraw/w1/cancel', () => ok({ statement, wallet: wallet(1_000) }));

  await cancelWithdrawal();

  await screen.findByText('Your money is all there, in your wallet and games');
});

it('a withdrawal that the bank already has cannot be cancelled, and the sheet shows why', async () => {
  server.on('POST /api/wallet/withdraw/w1/cancel', () => refusal(409, 'NO_DATA'));

  await cancelWithdrawal();

  await screen.findByText('Too late to cancel');
  await pressButton('OK');
  expect(closeSheet).toHaveBeenCalled();
});

it('a withdrawal that was sent while the sheet was open offers no cancellation', async () => {
  await openSheet();
  await screen.findByText(/^We haven't sent it yet/);

  await act(() => withMemberDb('M1', (db) => db.statement.put({ ...line, canCancel: false, version: 9 })));

  await screen.findByText(/can't be cancelled any more/);
  expect(screen.queryByText(/^Cancel withdrawal of/)).toBeNull();
});
