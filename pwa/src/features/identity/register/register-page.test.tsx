import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { refusal } from '../../../../test/network';
import { ok, stubServer, type TestServer } from '../../../../test/server';
import { startI18n } from '@/i18n';
import { forgetInviteCode, storeInviteCode } from '../invite-code';
import { storeDraft } from './draft';
import { RegisterPage } from './register-page';

const PHONE = '0812345678';
let server: TestServer;
let isOtpOn: boolean;

beforeAll(() => startI18n('en'));
beforeEach(() => {
  isOtpOn = true;
  server = stubServer();
  server.on('GET /api/lookup/registerOTP', () => ok({ registerOTP: isOtpOn }));
  server.on('POST /api/otp/send', () => ok({ code: 'OK', otpRef: 'AB12', otpToken: 't' }));
  server.on('POST /api/account/validate', () => ok({}));
  server.on('GET /api/lookup/sources', () =>
    ok({ sources: [{ code: 'FRIEND', description: 'A friend told me' }] }),
  );
  server.on('GET /api/lookup/banks', () =>
    ok({
      banks: [
        { code: 'SCB', nameTH: '', nameEN: 'Siam Commercial Bank', nameLO: '', recommended: false },
        { code: 'KTB', nameTH: '', nameEN: 'Krungthai Bank', nameLO: '', recommended: true },
      ],
    }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  onDone.mockReset();
  sessionStorage.clear();
});

const onDone = vi.fn();
const openPage = () =>
  render(<RegisterPage loginLink="" loginButton={() => ''} onLeave={() => {}} onDone={onDone} />);
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
/** Returns a response of the server that rejects one field. */
const buildRejection = (field: string, extra?: { guessable: string }) =>
  Response.json(
    {
      message: 'INVALID_USER_INFO',
      requestId: 'testtesttesttest',
      fields: { [field]: 'INVALID_USER_INFO' },
      ...extra,
    },
    { status: 400 },
  );
const submit = (label: string) => fireEvent.submit(screen.getByLabelText(label).closest('form')!);

describe('the phone step', () => {
  const label = 'Phone number, 10 digits';
  const submitPhone = (phone: string) => {
    openPage();
    type(label, phone);
    submit(label);
  };

  // spec 4.1
  it('the phone step is shown as the first of four, and the next as the second', async () => {
    openPage();
    expect(screen.getByText('Step 1 of 4')).toBeTruthy();

    type(label, PHONE);
    submit(label);

    expect(await screen.findByText('Step 2 of 4')).toBeTruthy();
  });

  // spec 5.2a, 5.3, 9.3a
  it.each(['081234567', '08123456789'])(
    'the phone step accepts ten digits only, and shows this: %s',
    (phone) => {
      submitPhone(phone);

      expect(screen.getByText('The phone number must support 10 digits.')).toBeTruthy();
      expect(server.calls).toEqual([]);
    },
  );

  // spec 2.18, 2.19a, 4.2
  it('the phone step leads to the code if one is required', async () => {
    submitPhone(PHONE);

    expect(await screen.findByLabelText('Code from the SMS')).toBeTruthy();
  });

  // spec 4.4
  it('only the right code leads to the profile', async () => {
    server.on('POST /api/otp/verify', ({ body }) =>
      (body as { otpCode: string }).otpCode === '123456' ? ok({}) : refusal(400, 'OTP_CODE_INVALID'),
    );
    submitPhone(PHONE);
    await screen.findByLabelText('Code from the SMS');

    type('Code from the SMS', '654321');
    await screen.findByText("That code isn't right. Check the SMS again");
    expect(screen.queryByLabelText('Profile name')).toBeNull();
    type('Code from the SMS', '123456');

    expect(await screen.findByLabelText('Profile name')).toBeTruthy();
  });

  // spec 2.19a, 4.2, 4.3b
  it('the phone step leads straight to the profile if the lookup requires no code', async () => {
    isOtpOn = false;
    submitPhone(PHONE);

    expect(await screen.findByLabelText('Profile name')).toBeTruthy();
    expect(server.calls).not.toContain('POST /api/otp/send');
  });

  // spec 2.19b, 4.2, 4.3a
  it('the phone step leads straight to the profile if the phone is already verified', async () => {
    server.on('POST /api/otp/send', () => ok({ code: 'OTP_VERIFIED', otpRef: '', otpToken: '' }));
    submitPhone(PHONE);

    expect(await screen.findByLabelText('Profile name')).toBeTruthy();
  });
});

describe('the profile step', () => {
  const draft = { name: 'Mali', password: 'correct horse', sourceCode: '', inviteCode: '' };

  async function submitProfile(confirm: string, password = draft.password, profile = draft) {
    storeDraft({ step: 'profile', phone: PHONE, otp: null, profile });
    openPage();
    await screen.findByLabelText('Password');
    type('Password', password);
    type('Confirm password', confirm);
    submit('Password');
  }

  // spec 2.20a, 2.20b, 2.20c, 2.20d, 2.20e, 2.21
  it('the profile step sends each of its fields to the check of the server', async () => {
    let requestBody: unknown;
    server.on('POST /api/account/validate', ({ body }) => ok((requestBody = body)));
    storeDraft({ step: 'profile', phone: PHONE, otp: null, profile: null });
    openPage();
    await screen.findByLabelText('Password');
    type('Profile name', 'Mali');
    type('Password', draft.password);
    type('Confirm password', draft.password);
    type('Invite code (if you have one)', 'pr9k3m4');
    fireEvent.click(screen.getByRole('button', { name: /^How did you find us/ }));
    fireEvent.click(await screen.findByText('A friend told me'));

    submit('Password');

    const profile = { name: 'Mali', password: draft.password, sourceCode: 'FRIEND', inviteCode: 'PR9K3M4' };
    await eventually(() => expect(requestBody).toEqual({ ...profile, username: PHONE }));
  });

  // spec 5.4b, 5.5
  it('different passwords are reported without a request', async () => {
    await submitProfile('correct mouse');

    expect(await screen.findByText("Passwords don't match")).toBeTruthy();
    expect(server.calls).not.toContain('POST /api/account/validate');
  });

  it.each([
    ['name', /has your name in it/],
    ['phone', /has your phone number in it/],
    ['app', /has the word krapao in it/],
    ['pattern', /repeats itself or runs in order/],
    ['common', /^Many people use this password/],
    ['a reason of a newer server', /^This password is easy to guess/],
  ])('a password that the server rejects as guessable shows its reason: %s', async (guessable, reason) => {
    server.on('POST /api/account/validate', () => buildRejection('password', { guessable }));
    await submitProfile(draft.password);

    expect(await screen.findByText(reason)).toBeTruthy();
  });

  // spec 2.21, 4.5
  it('the profile step leads to the bank step only after the server has accepted it', async () => {
    let requestBody: unknown;
    server.on('POST /api/account/validate', ({ body }) => {
      requestBody = body;
      return refusal(400, 'INVALID_USER_INFO');
    });
    await submitProfile(draft.password);
    await screen.findByRole('alert');
    expect(requestBody).toEqual({ ...draft, username: PHONE });
    expect(screen.queryByLabelText('Account number')).toBeNull();

    server.on('POST /api/account/validate', () => ok({}));
    submit('Password');

    expect(await screen.findByLabelText('Account number')).toBeTruthy();
  });
});

describe('the code of an invalid invite link', () => {
  const wrong = /^The code in this link isn't valid/;
  const findInviteField = () => screen.getByLabelText<HTMLInputElement>('Invite code (if you have one)');
  let requestBody: { inviteCode?: string }[];

  beforeEach(async () => {
    requestBody = [];
    isOtpOn = false;
    storeInviteCode('PR9K3M4');
    server.on('POST /api/account/validate', ({ body }) => {
      requestBody.push(body as { inviteCode?: string });
      return requestBody.at(-1)!.inviteCode ? buildRejection('inviteCode') : ok({});
    });
    openPage();
    type('Phone number, 10 digits', PHONE);
    submit('Phone number, 10 digits');
    await screen.findByLabelText('Password');
  });
  afterEach(() => forgetInviteCode());

  const fillProfile = () => {
    type('Profile name', 'Mali');
    type('Password', 'correct horse');
    type('Confirm password', 'correct horse');
  };

  it('an invalid invite link is reported before anything is filled in', () => {
    expect(screen.getByText(wrong)).toBeTruthy();
    expect(findInviteField().value).toBe('PR9K3M4');
  });

  it('an invalid invite link does not mark the field of the profile step as wrong', () => {
    expect(findInviteField().getAttribute('aria-invalid')).toBeNull();
    expect(screen.getByText(wrong).closest('.text-failed')).toBeNull();
  });

  it('an invalid invite link is omitted when the member continues to the bank step', async () => {
    fillProfile();

    submit('Password');

    expect(await screen.findByLabelText('Account number')).toBeTruthy();
    expect(requestBody.at(-1)).toMatchObject({ inviteCode: '' });
  });

  it('an invalid invite link can be removed, and another code typed', () => {
    fireEvent.click(screen.getByRole('button', { name: "Don't use this code" }));

    expect(findInviteField().value).toBe('');
    expect(findInviteField().readOnly).toBe(false);
    expect(screen.queryByText(wrong)).toBeNull();
    expect(localStorage.getItem('code')).toBeNull();
  });
});

describe('the bank step', () => {
  const profile = { name: 'Mali', password: 'correct horse', sourceCode: 'LINE', inviteCode: 'PR8K2' };

  /** Opens the bank step and fills it in. Returns a function that submits it. */
  async function openBankStep(bank: string, first: string, last: string) {
    storeDraft({ step: 'profile', phone: PHONE, otp: null, profile });
    openPage();
    // The step loads after the page.
    await screen.findByLabelText('Password');
    type('Password', profile.password);
    type('Confirm password', profile.password);
    submit('Password');
    fireEvent.click(await screen.findByRole('button', { name: 'Bank' }));
    fireEvent.click(await screen.findByText(bank));
    type('Account number', '118-467-2309');
    type('First name', first);
    type('Last name', last);
    return () => submit('Account number');
  }

  // spec 2.22b, 2.22c, 3.1a, 3.1b, 3.1c, 3.1d, 3.1e, 3.1f, 3.1g, 3.1h, 3.1i, 5.9
  it('the bank step sends the whole registration, both names in capitals and joined by a space', async () => {
    let sent: unknown;
    server.on('POST /api/account', ({ body }) => ok((sent = body), 201));

    const submitBank = await openBankStep('Krungthai Bank', 'mali', 'sukjai');
    submitBank();

    await eventually(() =>
      expect(sent).toEqual({
        ...profile,
        username: PHONE,
        bankCode: 'KTB',
        bankAccountName: 'MALI SUKJAI',
        bankAccountNo: '1184672309',
        currency: 'BAHT',
      }),
    );
  });

  // spec 2.22d
  it('the bank step asks for no currency if baht is the only one', async () => {
    await openBankStep('Krungthai Bank', 'mali', 'sukjai');

    expect(screen.queryByText(/BAHT|LAK/)).toBeNull();
  });

  // spec 5.8
  it('the bank step requires a name in English if the bank requires one, and shows this', async () => {
    const submitBank = await openBankStep('Krungthai Bank', 'มะลิ', 'สุขใจ');
    submitBank();

    expect(await screen.findByText(/^Bank account name must be in English only\./)).toBeTruthy();
    expect(server.calls).not.toContain('POST /api/account');
  });

  // spec 2.22a, 9.6
  it('the bank step names the recommended banks', async () => {
    await openBankStep('Siam Commercial Bank', 'mali', 'sukjai');

    expect(screen.getByText('Recommended: Krungthai Bank')).toBeTruthy();
  });

  it('an account number of an unusual length shows the usual one of the bank', async () => {
    await openBankStep('Siam Commercial Bank', 'mali', 'sukjai');
    expect(screen.queryByText(/^Most of this bank/)).toBeNull();

    type('Account number', '118467230');

    expect(await screen.findByText(/^Most of this bank's account numbers have 10 digits/)).toBeTruthy();
  });

  it('a password with the holder’s name is rejected at the bank step, with its reason and the next step', async () => {
    server.on('POST /api/account', () => buildRejection('password', { guessable: 'name' }));
    const submitBank = await openBankStep('Krungthai Bank', 'correct', 'horse');
    submitBank();

    expect((await screen.findByRole('alert')).textContent).toMatch(/account holder's name.*Go back/);
  });

  // spec 2.23, 4.6, 9.41
  it('a finished registration opens the login after two seconds', async () => {
    server.on('POST /api/account', () => ok({}, 201));
    const submitBank = await openBankStep('Krungthai Bank', 'mali', 'sukjai');
    const setTimeoutSpy = vi.spyOn(globalThis, 'setTimeout');
    submitBank();
    await screen.findByText("You're registered");
    expect(onDone).not.toHaveBeenCalled();

    for (const [callback, ms] of setTimeoutSpy.mock.calls) if (ms === 2_000) callback();

    expect(onDone).toHaveBeenCalledWith(PHONE);
  });
});
