import type { InferInput } from 'valibot';
import { instant, passedSince, type Instant } from '@/data/api/clock';
import { passing } from '@/data/kit/web-storage';
import { DRAFT_KEY, forgetDraft } from './forget-draft';
import { start, type Wizard } from './machine';
import type { bankSchema, profileSchema } from '../schemas';

/** As long as the server takes a phone as verified. */
const LIFE_MS = 30 * 60_000;

interface Draft {
  at: Instant;
  wizard: Wizard;
  typed: Typed;
}

/**
 * Keeps the wizard's state for a reload. Phones drop a page while its owner reads the SMS in another app.
 * Passwords are not kept, so the bank step resumes at the profile.
 *
 * The draft holds a phone number, a name and a bank account. It is in the tab's session storage: readable by
 * our own scripts, and by whoever holds the phone while the tab lives. So it is removed when the account is
 * made, when somebody logs in in this tab, and when another phone number is entered. After 30 minutes without
 * a change it is no longer read, and the next reading removes it.
 */
export function keepDraft(wizard: Wizard): void {
  if (wizard.step === 'done') return forgetDraft();
  const { step, phone, otp, profile } = wizard;
  write({
    wizard: {
      step: step === 'bank' ? 'profile' : step,
      phone,
      otp,
      profile: profile && { ...profile, password: '' },
    },
    typed: readTyped(phone),
  });
}

/** Keeps what stands in the fields of a step, without passwords, for as long as its wizard is kept. */
export function keepTyped({ profile, bank }: Typed): void {
  const draft = read();
  if (!draft) return;
  const { password: _password, confirm: _confirm, ...shown } = profile ?? {};
  const typed = { ...draft.typed, ...(profile && { profile: shown }), ...(bank && { bank }) };
  write({ ...draft, typed });
}

export function readDraft(): Wizard {
  return { ...start, ...read()?.wizard };
}

/** What the person with this phone number had typed. */
export function readTyped(phone: string): Typed {
  const draft = read();
  return draft?.wizard.phone === phone ? draft.typed : {};
}

function write(draft: Omit<Draft, 'at'>): void {
  passing.set(DRAFT_KEY, JSON.stringify({ ...draft, at: instant() } satisfies Draft));
}

function read(): Draft | undefined {
  const draft = parsed(passing.get(DRAFT_KEY));
  if (draft && passedSince(draft.at) < LIFE_MS) return draft;
  forgetDraft();
  return undefined;
}

/** Undefined also of a draft that an earlier version wrote. */
function parsed(text: string | null): Draft | undefined {
  try {
    const draft = JSON.parse(text ?? '{}') as Partial<Draft>;
    return draft.at && draft.wizard && draft.typed ? (draft as Draft) : undefined;
  } catch {
    return undefined;
  }
}

/** What stands in the steps' fields, as it was typed. After a reload it lacks the passwords. */
export interface Typed {
  profile?: Partial<InferInput<typeof profileSchema>>;
  bank?: InferInput<typeof bankSchema>;
}
