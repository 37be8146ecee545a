/**
 * The registration wizard: phone, OTP, profile, bank, done.
 *
 *   phone --code sent--> otp --right code--> profile --validated--> bank --> done
 *     \------OTP off or phone already verified-----/
 *
 * A phone that already has an account goes back to the first step, which offers the login. An expired OTP
 * leads back to the phone step from every step.
 */
import type { OtpSent } from '../otp';

export type Step = 'phone' | 'otp' | 'profile' | 'bank' | 'done';

/** The values of the profile step, once the server has accepted them. The password is kept in memory only. */
export interface ProfileDraft {
  name: string;
  password: string;
  sourceCode: string;
  inviteCode: string;
}

export interface Wizard {
  step: Step;
  phone: string;
  otp: OtpSent | null;
  profile: ProfileDraft | null;
  /** True if the server no longer regards this phone as verified. */
  unverified?: boolean;
  /** True if this phone already has an account. */
  taken?: boolean;
}

export type WizardEvent =
  | { type: 'phoneAccepted'; phone: string; otp: OtpSent | null }
  | { type: 'otpResent'; otp: OtpSent | null }
  | { type: 'otpConfirmed' }
  | { type: 'profileAccepted'; profile: ProfileDraft }
  | { type: 'registered' }
  | { type: 'unverified' }
  | { type: 'taken'; phone: string }
  | { type: 'back' };

export const start: Wizard = { step: 'phone', phone: '', otp: null, profile: null };

const numbers: Record<Step, number> = { phone: 0, otp: 1, profile: 2, bank: 3, done: 3 };

/** Returns the step's index from 0 to 3. The screen shows it plus one. */
export function stepNumberOf(step: Step): number {
  return numbers[step];
}

/** Returns the next state. An event that does not fit the step changes nothing. */
export function reduceWizard(wizard: Wizard, event: WizardEvent): Wizard {
  switch (event.type) {
    case 'phoneAccepted':
      if (wizard.step !== 'phone') return wizard;
      return {
        ...wizard,
        step: event.otp ? 'otp' : 'profile',
        phone: event.phone,
        otp: event.otp,
        // Another phone number means another person, so the profile is dropped.
        profile: event.phone === wizard.phone ? wizard.profile : null,
        unverified: false,
        taken: false,
      };
    case 'otpResent':
      if (wizard.step !== 'otp') return wizard;
      return event.otp ? { ...wizard, otp: event.otp } : { ...wizard, step: 'profile', otp: null };
    case 'otpConfirmed':
      return wizard.step === 'otp' ? { ...wizard, step: 'profile' } : wizard;
    case 'profileAccepted':
      return wizard.step === 'profile' ? { ...wizard, step: 'bank', profile: event.profile } : wizard;
    case 'registered':
      return wizard.step === 'bank' ? { ...wizard, step: 'done' } : wizard;
    case 'unverified':
      return { ...wizard, step: 'phone', otp: null, unverified: true };
    case 'taken':
      return { ...wizard, step: 'phone', phone: event.phone, otp: null, unverified: false, taken: true };
    case 'back':
      return { ...wizard, step: stepBefore(wizard.step) };
  }
}

/**
 * Returns the step before. A verified phone needs no second code, so "back" from the profile leads to the
 * phone step.
 */
function stepBefore(step: Step): Step {
  return step === 'bank' ? 'profile' : 'phone';
}
