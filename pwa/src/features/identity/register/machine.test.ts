import { describe, expect, it } from 'vitest';
import type { OtpSent } from '../otp';
import { keepDraft, readDraft } from './draft';
import { advance, start, stepNumber, type ProfileDraft, type Wizard, type WizardEvent } from './machine';

const otp: OtpSent = { token: 't', ref: 'AB12', sentAt: { at: 0, steady: 0 } };
const profile: ProfileDraft = { name: 'Mali', password: 'secret123', sourceCode: 'line', inviteCode: '' };
const phone = '0812345678';

const after = (...events: WizardEvent[]): Wizard => events.reduce(advance, start);

describe('the registration wizard', () => {
  // spec 2.18, 4.2
  it('asks for the code where one was sent', () => {
    expect(after({ type: 'phoneTaken', phone, otp })).toMatchObject({ step: 'otp', phone, otp });
  });

  it('goes straight to the profile where OTP is off or the phone is verified', () => {
    expect(after({ type: 'phoneTaken', phone, otp: null }).step).toBe('profile');
  });

  // spec 4.4, 4.5
  it('goes on from code to profile to bank to done', () => {
    const steps: WizardEvent[] = [
      { type: 'phoneTaken', phone, otp },
      { type: 'otpConfirmed' },
      { type: 'profileTaken', profile },
      { type: 'registered' },
    ];

    expect(steps.map((_, i) => after(...steps.slice(0, i + 1)).step)).toEqual([
      'otp',
      'profile',
      'bank',
      'done',
    ]);
  });

  it('takes the newer code after a resend', () => {
    const newer = { ...otp, token: 'newer' };

    expect(after({ type: 'phoneTaken', phone, otp }, { type: 'otpResent', otp: newer }).otp).toEqual(newer);
  });

  it('needs no code any more where the resend says that the phone is verified', () => {
    expect(after({ type: 'phoneTaken', phone, otp }, { type: 'otpResent', otp: null }).step).toBe('profile');
  });

  it('leads back from bank to profile, and from profile to the phone, not to a used code', () => {
    const atBank = after(
      { type: 'phoneTaken', phone, otp },
      { type: 'otpConfirmed' },
      { type: 'profileTaken', profile },
    );

    const back = advance(atBank, { type: 'back' });

    expect(back).toMatchObject({ step: 'profile', profile });
    expect(advance(back, { type: 'back' }).step).toBe('phone');
  });

  it('starts over, and says why, where the verification has run out', () => {
    const atBank = after({ type: 'phoneTaken', phone, otp: null }, { type: 'profileTaken', profile });

    expect(advance(atBank, { type: 'unverified' })).toMatchObject({
      step: 'phone',
      phone,
      profile,
      unverified: true,
    });
  });

  it.each<[WizardEvent, string]>([
    [{ type: 'otpConfirmed' }, 'phone'],
    [{ type: 'profileTaken', profile }, 'phone'],
    [{ type: 'registered' }, 'phone'],
  ])('is not moved by %j before its time', (event, step) => {
    expect(after(event).step).toBe(step);
  });

  // spec 4.1
  it('runs its steps from 0 to 3', () => {
    expect((['phone', 'otp', 'profile', 'bank'] as const).map(stepNumber)).toEqual([0, 1, 2, 3]);
  });
});

describe('the draft of a registration', () => {
  it('survives the page being dropped while the SMS is read', () => {
    const wizard = after({ type: 'phoneTaken', phone, otp });

    keepDraft(wizard);

    expect(readDraft()).toMatchObject({ step: 'otp', phone, otp });
  });

  it('never holds the password, so the bank step resumes at the profile', () => {
    keepDraft(after({ type: 'phoneTaken', phone, otp: null }, { type: 'profileTaken', profile }));

    expect(readDraft()).toMatchObject({ step: 'profile', profile: { ...profile, password: '' } });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(profile.password);
  });

  it('is gone once the account is made', () => {
    keepDraft({ ...start, phone });
    keepDraft({ ...start, step: 'done' });

    expect(readDraft()).toEqual(start);
  });

  it('begins anew where what is stored makes no sense', () => {
    sessionStorage.setItem('register-draft', '{');

    expect(readDraft()).toEqual(start);
  });
});
