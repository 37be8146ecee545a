/**
 * The registration wizard: phone, OTP, profile, bank, done.
 *
 *   phone --code on its way--> otp --right code--> profile --validated--> bank --> done
 *     \------OTP off or phone verified already-----/
 *
 * A phone that has an account already goes back to the first step, which offers the login.
 * An OTP that has run out sends the visitor back to the phone from anywhere.
 */
import type { OtpSent } from '../otp';

export type Step = 'phone' | 'otp' | 'profile' | 'bank' | 'done';

/** What the profile step keeps when the visitor goes on or back. The password never leaves memory. */
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
  /** The server no longer takes this phone as verified. */
  unverified?: boolean;
  /** This phone has an account already. */
  taken?: boolean;
}

export type WizardEvent =
  | { type: 'phoneTaken'; phone: string; otp: OtpSent | null }
  | { type: 'otpResent'; otp: OtpSent | null }
  | { type: 'otpConfirmed' }
  | { type: 'profileTaken'; profile: ProfileDraft }
  | { type: 'registered' }
  | { type: 'unverified' }
  | { type: 'taken'; phone: string }
  | { type: 'back' };

export const start: Wizard = { step: 'phone', phone: '', otp: null, profile: null };

const numbers: Record<Step, number> = { phone: 0, otp: 1, profile: 2, bank: 3, done: 3 };

/** 0 to 3; whoever reads it on the screen counts from one. */
export function stepNumber(step: Step): number {
  return numbers[step];
}

/** The next state; an event that does not belong to the step changes nothing. */
export function advance(wizard: Wizard, event: WizardEvent): Wizard {
  switch (event.type) {
    case 'phoneTaken':
      if (wizard.step !== 'phone') return wizard;
      return {
        ...wizard,
        step: event.otp ? 'otp' : 'profile',
        phone: event.phone,
        otp: event.otp,
        // Another number is another person's registration.
        profile: event.phone === wizard.phone ? wizard.profile : null,
        unverified: false,
        taken: false,
      };
    case 'otpResent':
      if (wizard.step !== 'otp') return wizard;
      return event.otp ? { ...wizard, otp: event.otp } : { ...wizard, step: 'profile', otp: null };
    case 'otpConfirmed':
      return wizard.step === 'otp' ? { ...wizard, step: 'profile' } : wizard;
    case 'profileTaken':
      return wizard.step === 'profile' ? { ...wizard, step: 'bank', profile: event.profile } : wizard;
    case 'registered':
      return wizard.step === 'bank' ? { ...wizard, step: 'done' } : wizard;
    case 'unverified':
      return { ...wizard, step: 'phone', otp: null, unverified: true };
    case 'taken':
      return { ...wizard, step: 'phone', phone: event.phone, otp: null, unverified: false, taken: true };
    case 'back':
      return { ...wizard, step: before(wizard.step) };
  }
}

/** A verified phone is not asked for its code twice: the profile leads back to the phone. */
function before(step: Step): Step {
  return step === 'bank' ? 'profile' : 'phone';
}
