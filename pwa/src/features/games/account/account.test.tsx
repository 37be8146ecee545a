import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  findButtonText,
  transferLine,
  logOutMember,
  logInMember,
  pressButton,
  createSlot,
  wallet,
} from '../../../../test/games';
import { refusal } from '../../../../test/network';
import { expectNoErrorShown } from '../../../../test/no-error-shown';
import { ok, type TestServer } from '../../../../test/server';
import { reportResponse, reportCall } from '@/data/device/traffic';
import { dismissCommand } from '@/data/engine/commands/send';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import { ToastViewport } from '@/ui/toast';
import { TRANSFER } from '../transfer/running-transfer';
import AccountSheet from './account-sheet';

vi.mock('@/nav/sheets');

const SECRET = 'correct-horse-9';
let server: TestServer;
const opened: string[] = [];
const targets: string[] = [];
const handedOver: unknown[] = [];

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  opened.length = 0;
  targets.length = 0;
  handedOver.length = 0;
  server = await logInMember([
    createSlot('pg', 'PG Soft', { android: 'https://play.example/pg' }),
    createSlot('imi', 'IMI', { isActive: false }),
    createSlot('web', 'Slot Web', {
      way: 'web',
      web: 'https://play.example/web',
      ios: 'https://play.example/ios',
    }),
    createSlot('askmebet', 'AskMeBet', { inDoubt: true, stale: true }),
  ]);
  for (const code of ['pg', 'askmebet', 'web'])
    server.on(`GET /api/wallet/account/${code}`, () => ok({ username: 'KP08K2', password: SECRET }));
  server.on('POST /api/wallet/launch/pg', ({ body }) => {
    handedOver.push(body);
    return ok();
  });
  vi.stubGlobal('open', (href: string, target: string) => {
    opened.push(href);
    targets.push(target);
    return null;
  });
});
afterEach(async () => {
  dismissCommand(TRANSFER);
  await logOutMember();
});

const openAccount = (code: string) =>
  render(
    <>
      <Sheet open onClose={() => {}}>
        <AccountSheet code={code} />
      </Sheet>
      <ToastViewport />
    </>,
  );
const isDisabled = async (words: string) => (await findButtonText(words)).closest('button')!.disabled;

/** Expects no dialog, toast or alert, and no loader. */
function expectSettled(page: HTMLElement): void {
  expectNoErrorShown();
  expect(screen.queryByRole('status')).toBeNull();
  expect(page.querySelector('.late, [aria-busy=true]')).toBeNull();
}

describe('a game without an account', () => {
  // spec 2.69, 4.9
  it('one tap opens an account, and the sheet then shows the credentials', async () => {
    const slot = createSlot('imi', 'IMI');
    server.on('POST /api/wallet/activate/imi', () => ok({ slot }));
    server.on('GET /api/wallet/account/imi', () => ok({ username: 'KP99', password: SECRET }));
    openAccount('imi');

    await pressButton('Open IMI account');

    await screen.findByText('KP99');
  });

  it('an account whose provider does not respond is still opened, and the sheet updates automatically', async () => {
    server.on('POST /api/wallet/activate/imi', () =>
      refusal(503, 'GAME_ACTIVATION_FAIL', { 'Retry-After': '5' }),
    );
    server.on('GET /api/wallet/account/imi', () => ok({ username: 'KP99', password: SECRET }));
    openAccount('imi');
    await pressButton('Open IMI account');

    await screen.findByText('Opening the account');
    expect(screen.queryByRole('alertdialog')).toBeNull();

    await act(() =>
      withMemberDb('M1', (db) =>
        db.home.put({ key: 'slots', value: [createSlot('imi', 'IMI')], fetchedAt: 1 }),
      ),
    );
    await screen.findByText('KP99');
  });

  // spec 8.40e
  it('an account is open although loading its data fails: the loader ends, and no alert is shown', async () => {
    server.on('POST /api/wallet/activate/imi', () => ok({ slot: createSlot('imi', 'IMI') }));
    server.on('GET /api/wallet/account/imi', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
    const { baseElement } = openAccount('imi');

    await pressButton('Open IMI account');

    await screen.findByText("We couldn't get your username and password");
    expectSettled(baseElement);
    server.on('GET /api/wallet/account/imi', () => ok({ username: 'KP99', password: SECRET }));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('KP99');
  });

  it('the sheet shows why the provider refused to open an account', async () => {
    server.on('POST /api/wallet/activate/imi', () => refusal(409, 'SLOT_ACTIVATE_FAIL'));
    openAccount('imi');

    await pressButton('Open IMI account');

    await screen.findByRole('alertdialog', { name: /couldn't open the game account/ });
  });
});

describe('the credentials', () => {
  // spec 2.70
  it('the credentials are covered until a tap on the eye, and are stored nowhere', async () => {
    openAccount('pg');
    await screen.findByText('KP08K2');

    expect(screen.queryByText(SECRET)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    await screen.findByText(SECRET);

    const stored = await withMemberDb('M1', async (db) =>
      JSON.stringify(await Promise.all(db.tables.map((table) => table.toArray()))),
    );
    expect(stored).not.toContain(SECRET);
    expect(stored).not.toContain('KP08K2');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(SECRET);
  });

  // spec 4.10
  it('the password is reset after a confirmation, and the credentials stay visible', async () => {
    server.on('POST /api/wallet/resetpassword/pg', () => ok({ username: 'KP08K2', password: 'new-one-1' }));
    openAccount('pg');
    await screen.findByText('KP08K2');

    await pressButton('Reset password');
    await screen.findByText(/stops working right away/);
    expect(server.calls).not.toContain('POST /api/wallet/resetpassword/pg');
    await pressButton('Reset password');

    fireEvent.click(await screen.findByRole('button', { name: 'Show password' }));
    await screen.findByText('new-one-1');
    expect(screen.getByText('KP08K2')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reset password' })).toBeTruthy();
  });

  // spec 8.40f
  it('the credentials are fetched again after a failed reset; if that fails too, the loader ends without an error', async () => {
    server.on('POST /api/wallet/resetpassword/pg', () => refusal(409, 'SLOT_RESET_PASSWORD_FAIL'));
    const { baseElement } = openAccount('pg');
    await screen.findByText('KP08K2');
    server.on('GET /api/wallet/account/pg', () => refusal(500, 'INTERNAL_SERVER_ERROR'));

    await pressButton('Reset password');
    await pressButton('Reset password');
    // The member must learn that the password may have changed: the old one may no longer work.
    const alert = await screen.findByRole('alertdialog');
    fireEvent.click(within(alert).getByRole('button'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await pressButton('Back');

    await screen.findByText("We couldn't get your username and password");
    expect(screen.queryByText('KP08K2')).toBeNull();
    expectSettled(baseElement);
    server.on('GET /api/wallet/account/pg', () => ok({ username: 'KP08K2', password: 'new-one-1' }));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Show password' }));
    await screen.findByText('new-one-1');
  });

  it('an alert says that the provider refused a password reset', async () => {
    server.on('POST /api/wallet/resetpassword/pg', () => refusal(409, 'SLOT_RESET_PASSWORD_FAIL'));
    openAccount('pg');
    await screen.findByText('KP08K2');

    await pressButton('Reset password');
    await pressButton('Reset password');

    await screen.findByRole('alertdialog', {
      name: "We couldn't reset the game password. Please try again",
    });
  });
});

describe('an open account', () => {
  // spec 2.47f, 2.70
  it('an open account shows the credentials, a password reset, and the three buttons to continue', async () => {
    openAccount('pg');
    await screen.findByText('KP08K2');
    await pressButton('500');

    expect(screen.getByText('Username')).toBeTruthy();
    expect(screen.getByText('Password')).toBeTruthy();
    for (const words of ['Reset password', 'Transfer 500.00 baht and play', 'Just play', 'Transfer only'])
      expect(await isDisabled(words), words).toBe(false);
  });

  // spec 8.26c
  it('a failed transfer’s alert has the reason as its title', async () => {
    server.on('POST /api/wallet/transfer', () => refusal(409, 'GAME_PAUSED'));
    openAccount('pg');
    await pressButton('500');
    await pressButton('Transfer only');

    const alert = await screen.findByRole('alertdialog');
    expect(alert.querySelector('h2')?.textContent).toBe(
      'Transfers with this game are paused for now. Try again later',
    );
  });

  // spec 2.73
  it('a game of a provider with its own page opens that page in a new tab', async () => {
    openAccount('web');

    await pressButton('Play Slot Web');

    expect(opened).toEqual(['https://play.example/web']);
    expect(targets).toEqual(['_blank']);
    expect(handedOver).toEqual([]);
  });

  // spec 2.75
  it.each(['', '0', '0.00'])('an empty or zero amount plays without a transfer: "%s"', async (typed) => {
    openAccount('pg');
    const field = await screen.findByLabelText('Amount', { selector: 'input' });
    fireEvent.change(field, { target: { value: typed } });
    expect(await isDisabled('Transfer only')).toBe(true);

    await pressButton('Play PG Soft');

    expect(opened).toEqual([expect.stringMatching(/^\/play\/pg#[0-9a-f]{32}$/)]);
    await waitFor(() =>
      expect(handedOver).toEqual([{ launch: opened[0]!.slice('/play/pg#'.length), lang: 'th' }]),
    );
    expect(await screen.findByRole('link', { name: 'tap here to open it again' })).toBeTruthy();
    expect(server.calls.filter((each) => each.includes('/transfer'))).toEqual([]);
  });

  it('the game opens in the member’s language', async () => {
    localStorage.setItem('locale', 'lo');
    openAccount('pg');

    await pressButton('Play PG Soft');

    expect(opened).toEqual([expect.stringMatching(/^\/play\/pg\?lang=lo#[0-9a-f]{32}$/)]);
    await waitFor(() => expect(handedOver).toEqual([expect.objectContaining({ lang: 'lo' })]));
    localStorage.removeItem('locale');
  });

  // spec 2.70
  it('an amount can be transferred without playing', async () => {
    server.on('POST /api/wallet/transfer', () => ok({ statement: transferLine, wallet: wallet(500) }));
    openAccount('pg');
    await pressButton('500');
    await pressButton('Transfer only');

    await screen.findByText('500.00 baht transferred', { selector: 'p' });
    expect(opened).toEqual([]);
  });

  // spec 2.70
  it('"just play" ignores the amount', async () => {
    openAccount('pg');
    await pressButton('500');
    await pressButton('Just play');

    expect(opened).toHaveLength(1);
    expect(server.calls.filter((each) => each.includes('/transfer'))).toEqual([]);
  });

  // spec 2.70
  it('an amount is transferred, and then the game is offered', async () => {
    server.on('POST /api/wallet/transfer', () => ok({ statement: transferLine, wallet: wallet(500) }));
    openAccount('pg');
    await pressButton('500');
    await pressButton('Transfer 500.00 baht and play');

    await screen.findByText('500.00 baht transferred', { selector: 'p' });
    await pressButton('Play PG Soft');

    expect(opened).toHaveLength(1);
  });

  it('the sheet shows why a game does not open', async () => {
    server.on('POST /api/wallet/launch/pg', () => refusal(404, 'NO_GAME'));
    openAccount('pg');

    await pressButton('Play PG Soft');

    await screen.findByRole('alertdialog', {
      name: "We can't find this game. Choose another one in your wallet",
    });
  });

  // spec 2.71
  it('the provider’s apps are linked', async () => {
    openAccount('pg');

    const android = await screen.findByRole('link', { name: 'Android' });
    expect(android.getAttribute('href')).toBe('https://play.example/pg');
    expect(await isDisabled('No iOS app')).toBe(true);
    cleanup();

    openAccount('web');

    const ios = await screen.findByRole('link', { name: 'iOS' });
    expect(ios.getAttribute('href')).toBe('https://play.example/ios');
    expect(await isDisabled('No Android app')).toBe(true);
  });

  it('a game in doubt can be played, but receives no transfer', async () => {
    openAccount('askmebet');
    await screen.findByText(/Our payments team is checking/);
    await pressButton('500');

    expect(await isDisabled('Transfer only')).toBe(true);
    expect(await isDisabled('Just play')).toBe(false);
    expect(screen.getByText(/may not be the latest balance/)).toBeTruthy();
  });
});

it('an unknown game is reported as unknown, and not as needing a signal', async () => {
  openAccount('nowhere');

  await screen.findByText('Game not found');

  expect(screen.getByText('Choose another one on the home page')).toBeTruthy();
});

it('while offline, credentials, game and transfer are unavailable, and the sheet shows why', async () => {
  openAccount('pg');
  await screen.findByText('KP08K2');

  // After two seconds without a response the app counts as offline.
  act(() => reportCall()('lost'));

  await screen.findByText("You're offline. You can transfer and play when you're back online");
  expect(screen.queryByText('KP08K2')).toBeNull();
  expect(screen.getByText(/only shown online/)).toBeTruthy();
  expect(await isDisabled('Play PG Soft')).toBe(true);
  act(reportResponse);
});
