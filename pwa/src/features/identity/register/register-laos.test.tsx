import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { ok, stubServer, type TestServer } from '../../../../test/server';
import { startI18n } from '@/i18n';
import { keepTogether } from '@/i18n/keep-together';
import { codeText } from '@/i18n/error-text';
import { storeDraft } from './draft';
import { RegisterPage } from './register-page';

const PHONE = '20551234';
const buildBank = (code: string, currency: string) => ({
  code,
  currency,
  nameTH: '',
  nameEN: `Bank ${code}`,
  nameLO: '',
  recommended: false,
});
let server: TestServer;

beforeAll(() => startI18n('en'));
beforeEach(() => {
  vi.stubEnv('VITE_LAOS', 'true');
  server = stubServer();
  server.on('GET /api/lookup/registerOTP', () => ok({ registerOTP: false }));
  server.on('POST /api/account/validate', () => ok({}));
  server.on('GET /api/lookup/sources', () => ok({ sources: [] }));
  server.on('GET /api/lookup/banks', () =>
    ok({ banks: [buildBank('BCEL', 'LAK'), buildBank('SCB', 'BAHT')] }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  sessionStorage.clear();
});

const openPage = () =>
  render(<RegisterPage loginLink="" loginButton={() => ''} onLeave={() => {}} onDone={() => {}} />);
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const submit = (label: string) => fireEvent.submit(screen.getByLabelText(label).closest('form')!);

describe('the phone step of the Laos build', () => {
  const label = 'Phone number, 8 to 11 digits';
  const submitPhone = (phone: string) => {
    openPage();
    type(label, phone);
    submit(label);
  };

  // spec 1.2b, 5.2b, 9.3b
  it.each(['20551234', '205512345', '2055123456', '02055512345'])(
    'the phone step of the Laos build accepts 8 to 11 digits: %s',
    async (phone) => {
      submitPhone(phone);

      expect(await screen.findByLabelText('Profile name')).toBeTruthy();
    },
  );

  // spec 5.2b
  it('the phone step of the Laos build shows the required length for fewer digits', () => {
    submitPhone('2055123');

    expect(screen.getByText('The phone number must have 8 to 11 digits.')).toBeTruthy();
    expect(server.calls).toEqual([]);
  });

  it('the phone step of the Laos build shows the same message if the server refuses the number', () => {
    expect(codeText('PHONE_NUMBER_REQUIRE_10_DIGIT')).toBe(
      keepTogether('The phone number must have 8 to 11 digits.'),
    );
  });
});

describe('the bank step of the Laos build', () => {
  const profile = { name: 'Many', password: 'correct horse', sourceCode: '', inviteCode: '' };

  async function openBankStep() {
    storeDraft({ step: 'profile', phone: PHONE, otp: null, profile });
    openPage();
    type('Password', profile.password);
    type('Confirm password', profile.password);
    await screen.findByLabelText('Password');
    submit('Password');
    await screen.findByRole('button', { name: 'Bank' });
  }
  const listBanks = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Bank' }));
    const rows = await screen.findAllByText(/^Bank [A-Z]+$/);
    return rows.map((row) => row.textContent);
  };
  const chooseCurrency = (currency: string) => fireEvent.click(screen.getByLabelText(currency));

  // spec 1.2a, 2.22d, 9.4
  it('the bank step of the Laos build offers the currencies, kip first, and the banks with kip accounts', async () => {
    await openBankStep();

    expect(screen.getByLabelText<HTMLInputElement>('Kip (LAK)').checked).toBe(true);
    expect(await listBanks()).toEqual(['Bank BCEL']);
  });

  // spec 2.22d
  it('the bank step of the Laos build offers the Thai banks for baht', async () => {
    await openBankStep();

    chooseCurrency('Baht (THB)');

    expect(await listBanks()).toEqual(['Bank SCB']);
  });

  // spec D2.8, P7.2
  it('an account in kip with a Lao bank’s length is registered', async () => {
    let sent: unknown;
    server.on('POST /api/account', ({ body }) => ok((sent = body), 201));
    await openBankStep();
    expect(await listBanks()).toEqual(['Bank BCEL']);
    fireEvent.click(screen.getByText('Bank BCEL'));
    type('Account number', '010120000123456789');
    type('First name', 'many');
    type('Last name', 'sukchay');

    submit('Account number');

    const account = { bankCode: 'BCEL', bankAccountNo: '010120000123456789', currency: 'LAK' };
    await eventually(() => expect(sent).toMatchObject({ username: PHONE, ...account }));
  });

  // spec 1.2a, 2.22d
  it('an account in baht is registered if baht is chosen', async () => {
    let sent: unknown;
    server.on('POST /api/account', ({ body }) => ok((sent = body), 201));
    await openBankStep();
    chooseCurrency('Baht (THB)');
    expect(await listBanks()).toEqual(['Bank SCB']);
    fireEvent.click(screen.getByText('Bank SCB'));
    type('Account number', '1184672309');
    type('First name', 'many');
    type('Last name', 'sukchay');

    submit('Account number');

    await eventually(() => expect(sent).toMatchObject({ bankCode: 'SCB', currency: 'BAHT' }));
  });

  // spec 2.22d
  it('the chosen bank is reset whenever the currency changes', async () => {
    await openBankStep();
    expect(await listBanks()).toEqual(['Bank BCEL']);
    fireEvent.click(screen.getByText('Bank BCEL'));
    expect(screen.queryByText('Choose your bank')).toBeNull();

    chooseCurrency('Baht (THB)');
    chooseCurrency('Kip (LAK)');

    expect(await screen.findByText('Choose your bank')).toBeTruthy();
  });
});
