import { start, type Wizard } from './machine';

const KEY = 'register-draft';

/**
 * Phones drop a page while its owner reads the SMS in another app: the wizard
 * goes on where it was, for as long as the tab lives. Passwords are not kept,
 * so the bank step resumes at the profile.
 */
export function keepDraft({ step, phone, otp, profile }: Wizard): void {
  if (step === 'done') return sessionStorage.removeItem(KEY);
  const draft: Wizard = {
    step: step === 'bank' ? 'profile' : step,
    phone,
    otp,
    profile: profile && { ...profile, password: '' },
  };
  sessionStorage.setItem(KEY, JSON.stringify(draft));
}

export function readDraft(): Wizard {
  try {
    return { ...start, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Wizard>) };
  } catch {
    return start;
  }
}
