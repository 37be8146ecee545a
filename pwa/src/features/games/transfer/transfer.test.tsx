import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  transferLine,
  logOutMember,
  logInMember,
  pressButton,
  createSlot,
  wallet,
} from '../../../../test/games';
import { refusal } from '../../../../test/network';
import { ok, type TestServer } from '../../../../test/server';
import { reportResponse, reportCall } from '@/data/device/traffic';
import type { CashLine } from '@/data/domains/cash/types';
import { dismissCommand } from '@/data/engine/commands/send';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { showLine } from '@/nav/sheets';
import { Sheet } from '@/ui/sheet';
import { TRANSFER } from './running-transfer';
import TransferSheet from './transfer-sheet';

vi.mock('@/nav/sheets');

let server: TestServer;
const sent: { path: string; body: unknown }[] = [];

const setResponse = (some: Partial<CashLine> = {}, status = 200) => {
  for (const path of ['/api/wallet/transfer', '/api/wallet/transferAll'])
    server.on(`POST ${path}`, ({ body }) => {
      sent.push({ path, body });
      return ok({ statement: { ...transferLine, ...some }, wallet: wallet(500) }, status);
    });
};

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  sent.length = 0;
  server = await logInMember([
    createSlot('pg', 'PG Soft'),
    createSlot('slotracha', 'Slot Racha', { step: 1, amount: 40.5 }),
    createSlot('imi', 'IMI', { isActive: false }),
  ]);
  setResponse();
});
afterEach(async () => {
  dismissCommand(TRANSFER);
  await logOutMember();
});

const openSheet = (from?: string, to?: string) =>
  render(
    <Sheet open onClose={() => {}}>
      <TransferSheet from={from} to={to} />
    </Sheet>,
  );
const findGroup = (name: string) => screen.findByRole('radiogroup', { name });

describe('the transfer sheet', () => {
  // spec 2.62, 2.63, P8.6
  it('no source or destination is chosen at first, and the wallet and the games with an account are offered', async () => {
    openSheet();

    await screen.findAllByRole('radio', { name: /PG Soft/ });
    for (const side of ['From', 'To']) {
      const radios = within(await findGroup(side)).getAllByRole('radio');
      expect(radios.map(({ textContent }) => textContent)).toEqual([
        'Not selected yet',
        'Wallet1,000.00 baht',
        'PG Soft100.00 baht',
        'Slot Racha40.50 baht',
      ]);
      expect(radios.map((radio) => radio.getAttribute('aria-checked'))).toEqual([
        'true',
        'false',
        'false',
        'false',
      ]);
    }
  });

  // spec 5.28
  it('source and destination are required before anything is sent', async () => {
    openSheet('WALLET');

    await pressButton('500');
    await pressButton('Transfer');

    await screen.findByText('Choose where to transfer from and to');
    // The next transfer is the first one sent.
    fireEvent.click(within(await findGroup('To')).getByRole('radio', { name: /PG Soft/ }));
    fireEvent.click(screen.getByRole('button', { name: /^Transfer/ }));
    await waitFor(() => expect(sent).not.toEqual([]));
    expect(sent).toMatchObject([{ body: { from: 'WALLET', to: 'pg', amount: 500 } }]);
  });

  // spec 5.29
  it('source and destination must be different', async () => {
    openSheet('pg', 'pg');
    fireEvent.change(await screen.findByLabelText('Amount', { selector: 'input' }), {
      target: { value: '50' },
    });

    fireEvent.click(screen.getByRole('button', { name: /^Transfer/ }));

    await screen.findByText('From and To must be different');
    // The next transfer is the first one sent.
    fireEvent.click(within(await findGroup('To')).getByRole('radio', { name: /Wallet/ }));
    fireEvent.click(screen.getByRole('button', { name: /^Transfer/ }));
    await waitFor(() => expect(sent).not.toEqual([]));
    expect(sent).toMatchObject([{ body: { from: 'pg', to: 'WALLET', amount: 50 } }]);
  });

  it('places are chosen with the arrow keys, and swapped by the button between them', async () => {
    openSheet();
    const from = await findGroup('From');

    fireEvent.keyDown(from, { key: 'ArrowRight' });
    await waitFor(() =>
      expect(
        within(from)
          .getByRole('radio', { name: /Wallet/ })
          .getAttribute('aria-checked'),
      ).toBe('true'),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Swap from and to' }));

    expect(
      within(await findGroup('To'))
        .getByRole('radio', { name: /Wallet/ })
        .getAttribute('aria-checked'),
    ).toBe('true');
  });

  // spec 5.30, 9.7
  it('the minimum of a transfer is one baht', async () => {
    openSheet('WALLET', 'pg');
    const field = await screen.findByLabelText('Amount', { selector: 'input' });
    fireEvent.change(field, { target: { value: '0.99' } });
    fireEvent.blur(field);

    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Minimum 1 baht')).toBeTruthy();
    await pressButton('Transfer');
    expect(sent).toEqual([]);
  });

  // spec 2.64
  it('the amount of a transfer is required, in digits and without a minus sign', async () => {
    openSheet('WALLET', 'pg');
    const field = await screen.findByLabelText<HTMLInputElement>('Amount', { selector: 'input' });

    await pressButton('Transfer');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    fireEvent.change(field, { target: { value: '-5' } });
    expect(field.value).not.toContain('-');
    fireEvent.change(field, { target: { value: 'five' } });

    expect(field.inputMode).toBe('decimal');
    expect(field.value).toBe('');
    expect(sent).toEqual([]);
  });

  it('a game that accepts only whole units shows its step', async () => {
    openSheet('WALLET', 'slotracha');

    const field = await screen.findByLabelText('Amount', { selector: 'input' });
    fireEvent.change(field, { target: { value: '20.50' } });
    fireEvent.blur(field);

    await screen.findByText('Transfer in multiples of 1 baht, such as 100 baht');
  });

  // spec 2.47b, 8.38a
  it('the button states amount and destination, and the success is shown', async () => {
    openSheet('WALLET', 'pg');
    await pressButton('500');

    await pressButton('Transfer 500.00 baht to PG Soft');

    await screen.findByText('500.00 baht transferred', { selector: 'p' });
    await screen.findByText('Now in: PG Soft');
    expect(sent[0]?.body).toEqual({ from: 'WALLET', to: 'pg', amount: 500 });
  });

  // spec 2.50a, 4.18a
  it('closing the sheet after a transfer fetches home again', async () => {
    const countLoads = () => server.calls.filter((each) => each === 'GET /api/wallet').length;
    const { unmount } = openSheet('WALLET', 'pg');
    await pressButton('500');
    await pressButton('Transfer 500.00 baht to PG Soft');
    await screen.findByText('500.00 baht transferred', { selector: 'p' });
    const before = countLoads();

    unmount();

    await waitFor(() => expect(countLoads()).toBe(before + 1));
  });

  it('a transfer of the whole wallet leaves the amount to the server', async () => {
    openSheet('WALLET', 'pg');
    await pressButton('All');

    await pressButton('Transfer 1,000.00 baht to PG Soft');

    await waitFor(() => expect(sent).toEqual([{ path: '/api/wallet/transferAll', body: { to: 'pg' } }]));
  });

  it('a transfer of all money in a game sends its amount', async () => {
    openSheet('pg', 'WALLET');
    await pressButton('All');

    await pressButton('Transfer 100.00 baht to Wallet');

    await waitFor(() => expect(sent[0]?.body).toEqual({ from: 'pg', to: 'WALLET', amount: 100 }));
  });
});

describe('the outcome of a transfer', () => {
  const submitTransfer = async () => {
    openSheet('WALLET', 'pg');
    await pressButton('500');
    await pressButton('Transfer 500.00 baht to PG Soft');
  };

  it('a transfer with an unknown outcome is shown as pending, with a link to its statement line', async () => {
    setResponse({ status: 'PENDING' }, 202);
    await submitTransfer();

    await screen.findByText('Transferring 500.00 baht', { selector: 'p' });
    await pressButton('See it in Activity');
    expect(showLine).toHaveBeenCalledWith('t1');

    await act(() => withMemberDb('M1', (db) => db.statement.put({ ...transferLine, version: 4 })));
    await screen.findByText('500.00 baht transferred', { selector: 'p' });
  });

  it('a failed transfer shows where the money is', async () => {
    setResponse({ status: 'FAILED', note: 'TRANSFER_FAIL' });
    await submitTransfer();

    await screen.findByText('The transfer failed', { selector: 'p' });
    expect(screen.getByText(/back in your wallet/)).toBeTruthy();
  });

  it('a retry after a failed transfer fetches home again', async () => {
    setResponse({ status: 'FAILED', note: 'TRANSFER_FAIL' });
    await submitTransfer();
    await screen.findByText('The transfer failed', { selector: 'p' });
    server.calls.length = 0;

    await pressButton('Try again');

    await screen.findByRole('button', { name: /^Transfer/ });
    await waitFor(() => expect(server.calls).toContain('GET /api/wallet'));
  });

  it('a transfer that the destination refused is shown as money in the wallet', async () => {
    setResponse({ note: 'TRANSFER_FAIL', toPlace: { kind: 'wallet' } });
    await submitTransfer();

    await screen.findByText('The money is back in your wallet', { selector: 'p' });
    expect(screen.queryByText('500.00 baht transferred')).toBeNull();
  });

  // spec 8.26a
  it('a refused transfer shows an alert with the reason, and then the form is usable again', async () => {
    server.on('POST /api/wallet/transfer', () => refusal(409, 'GAME_IN_DOUBT'));
    await submitTransfer();

    await screen.findByRole('alertdialog', {
      name: "Our payments team is checking money in this game. Transfers open once that's done",
    });
    await pressButton('OK');
    await pressButton('Transfer 500.00 baht to PG Soft');
  });

  it('a refused transfer of a fraction of a step shows the step', async () => {
    server.on('POST /api/wallet/transfer', () =>
      Response.json(
        {
          message: 'INVALID_USER_INFO',
          requestId: 'testtesttesttest',
          fields: { amount: 'INVALID_USER_INFO' },
          step: 300,
        },
        { status: 400 },
      ),
    );
    await submitTransfer();

    await screen.findByText('Transfer in multiples of 300 baht, such as 300 baht');
  });
});

it('while offline, nothing can be transferred, and the sheet shows why', async () => {
  openSheet('WALLET', 'pg');
  await pressButton('500');

  // After two seconds without a response the app counts as offline.
  act(() => reportCall()('lost'));

  await screen.findByText("You're offline. You can transfer when you're back online");
  expect(screen.getByRole('button', { name: /^Transfer 500.00\sbaht/ }).hasAttribute('disabled')).toBe(true);
  act(reportResponse);
});
