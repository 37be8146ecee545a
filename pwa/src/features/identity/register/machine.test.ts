import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OtpSent } from '../otp';
import { storeDraft, storeTyped, readDraft, readTyped } from './draft';
import { forgetDraft } from './forget-draft';
import {
  reduceWizard,
  start,
  stepNumberOf,
  type ProfileDraft,
  type Wizard,
  type WizardEvent,
} from './machine';

const otp: OtpSent = { token: 't', ref: 'AB12', sentAt: { at: 0, steady: 0 } };
const profile: ProfileDraft = { name: 'Mali', password: 'secret123', sourceCode: 'line', inviteCode: '' };
const phone = '0812345678';

const applyEvents = (...events: WizardEvent[]): Wizard => events.reduce(reduceWizard, start);

describe('the registration wizard', () => {
  // spec 2.18, 4.2
  it('the wizard requests the code if one was sent', () => {
    expect(applyEvents({ type: 'phoneAccepted', phone, otp })).toMatchObject({ step: 'otp', phone, otp });
  });

  it('the wizard goes straight to the profile if OTP is off or the phone is verified', () => {
    expect(applyEvents({ type: 'phoneAccepted', phone, otp: null }).step).toBe('profile');
  });

  // spec 4.4, 4.5
  it('the wizard goes from code to profile to bank to done', () => {
    const steps: WizardEvent[] = [
      { type: 'phoneAccepted', phone, otp },
      { type: 'otpConfirmed' },
      { type: 'profileAccepted', profile },
      { type: 'registered' },
    ];

    expect(steps.map((_, i) => applyEvents(...steps.slice(0, i + 1)).step)).toEqual([
      'otp',
      'profile',
      'bank',
      'done',
    ]);
  });

  it('the wizard uses the newer code after a resend', () => {
    const newer = { ...otp, token: 'newer' };

    const wizard = applyEvents({ type: 'phoneAccepted', phone, otp }, { type: 'otpResent', otp: newer });

    expect(wizard.otp).toEqual(newer);
  });

  it('the wizard needs no code if a resend reports that the phone is verified', () => {
    const wizard = applyEvents({ type: 'phoneAccepted', phone, otp }, { type: 'otpResent', otp: null });

    expect(wizard.step).toBe('profile');
  });

  it('the wizard leads back from bank to profile, and from profile to the phone, not to a used code', () => {
    const atBank = applyEvents(
      { type: 'phoneAccepted', phone, otp },
      { type: 'otpConfirmed' },
      { type: 'profileAccepted', profile },
    );

    const back = reduceWizard(atBank, { type: 'back' });

    expect(back).toMatchObject({ step: 'profile', profile });
    expect(reduceWizard(back, { type: 'back' }).step).toBe('phone');
  });

  it('the wizard resumes the profile under the same phone number only', () => {
    const atPhone = applyEvents(
      { type: 'phoneAccepted', phone, otp: null },
      { type: 'profileAccepted', profile },
      { type: 'unverified' },
    );

    expect(reduceWizard(atPhone, { type: 'phoneAccepted', phone, otp }).profile).toEqual(profile);
    expect(reduceWizard(atPhone, { type: 'phoneAccepted', phone: '0898765432', otp }).profile).toBeNull();
  });

  it('the wizard starts again, and shows why, if the verification has expired', () => {
    const atBank = applyEvents(
      { type: 'phoneAccepted', phone, otp: null },
      { type: 'profileAccepted', profile },
    );

    expect(reduceWizard(atBank, { type: 'unverified' })).toMatchObject({
      step: 'phone',
      phone,
      profile,
      unverified: true,
    });
  });

  it.each<[WizardEvent, string]>([
    [{ type: 'otpConfirmed' }, 'phone'],
    [{ type: 'profileAccepted', profile }, 'phone'],
    [{ type: 'registered' }, 'phone'],
  ])('the wizard ignores %j in the wrong step', (event, step) => {
    expect(applyEvents(event).step).toBe(step);
  });

  // spec 4.1
  it('the wizard counts its steps from 0 to 3', () => {
    expect((['phone', 'otp', 'profile', 'bank'] as const).map(stepNumberOf)).toEqual([0, 1, 2, 3]);
  });
});

describe('the draft of a registration', () => {
  const bank = {
    currency: 'BAHT' as const,
    bankCode: 'SCB',
    accountNo: '118-467-2309',
    firstName: 'MALI',
    lastName: 'SUKJAI',
  };
  afterEach(() => sessionStorage.clear());

  it('the draft survives the page being discarded while the SMS is read', () => {
    const wizard = applyEvents({ type: 'phoneAccepted', phone, otp });

    storeDraft(wizard);

    expect(readDraft()).toMatchObject({ step: 'otp', phone, otp });
  });

  it('the draft never contains the password, so the bank step resumes at the profile', () => {
    storeDraft(
      applyEvents({ type: 'phoneAccepted', phone, otp: null }, { type: 'profileAccepted', profile }),
    );

    expect(readDraft()).toMatchObject({ step: 'profile', profile: { ...profile, password: '' } });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(profile.password);
  });

  it('the draft is deleted once the account exists', () => {
    storeDraft({ ...start, phone });
    storeDraft({ ...start, step: 'done' });

    expect(readDraft()).toEqual(start);
  });

  it('the draft keeps the typed fields without passwords, for the same phone number', () => {
    storeDraft({ ...start, step: 'profile', phone });
    storeTyped({ profile: { name: 'Mali', password: 'secret123', confirm: 'secret12', sourceCode: 'line' } });
    storeTyped({ bank });

    expect(readTyped(phone)).toEqual({ profile: { name: 'Mali', sourceCode: 'line' }, bank });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret12');
    expect(readTyped('0898765432')).toEqual({});
  });

  it('the draft drops the typed fields when another phone number is entered', () => {
    storeDraft({ ...start, step: 'profile', phone });
    storeTyped({ bank });
    storeDraft({ ...start, step: 'profile', phone: '0898765432' });
    storeDraft({ ...start, step: 'profile', phone });

    expect(readTyped(phone)).toEqual({});
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(bank.accountNo);
  });

  it.each([
    ['the account is made', () => storeDraft({ ...start, step: 'done' })],
    ['somebody logs in', forgetDraft],
  ])('the draft is deleted when %s, and typed fields do not restore it', (_, endDraft) => {
    storeDraft({ ...start, step: 'profile', phone });
    storeTyped({ bank });

    endDraft();
    storeTyped({ bank });

    expect({ ...sessionStorage }).toEqual({});
  });

  it('the draft expires 30 minutes after its last change', () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    storeDraft({ ...start, step: 'profile', phone });
    storeTyped({ bank });

    clock.mockReturnValue(1_000_000 + 30 * 60_000 - 1);
    expect(readTyped(phone)).toEqual({ bank });
    clock.mockReturnValue(1_000_000 + 30 * 60_000);

    expect(readDraft()).toEqual(start);
    expect({ ...sessionStorage }).toEqual({});
    clock.mockRestore();
  });

  it('an unreadable draft is replaced by a new one', () => {
    sessionStorage.setItem('register-draft', '{');

    expect(readDraft()).toEqual(start);
  });
});
