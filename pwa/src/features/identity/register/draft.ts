import type { InferInput } from 'valibot';
import { instantNow, elapsedSince, type Instant } from '@/data/api/clock';
import { tabStorage } from '@/data/kit/web-storage';
import { DRAFT_KEY, forgetDraft } from './forget-draft';
import { start, type Wizard } from './machine';
import type { bankSchema, profileSchema } from '../schemas';

/** Equal to the time in which the server regards a phone as verified. */
const LIFETIME_MS = 30 * 60_000;

interface Draft {
  at: Instant;
  wizard: Wizard;
  typed: TypedFields;
}

/**
 * Stores the wizard's state for a reload: phones discard a page while its user reads the SMS in another app.
 * Passwords are not stored, so the bank step resumes at the profile.
 *
 * The draft holds a phone number, a name and a bank account. It is in the tab's session storage: our own
 * scripts can read it, and so can anybody who holds the phone while the tab exists. So it is removed when the
 * account is created, when somebody logs in in this tab, and when another phone number is entered. After 30
 * minutes without a change it is not used any more, and the next read removes it.
 */
export function storeDraft(wizard: Wizard): void {
  if (wizard.step === 'done') return forgetDraft();
  const { step, phone, otp, profile } = wizard;
  writeDraft({
    wizard: {
      step: step === 'bank' ? 'profile' : step,
      phone,
      otp,
      profile: profile && { ...profile, password: '' },
    },
    typed: readTyped(phone),
  });
}

/** Stores the fields of a step, without passwords, if the wizard's draft is stored. */
export function storeTyped({ profile, bank }: TypedFields): void {
  const draft = loadDraft();
  if (!draft) return;
  const { password: _password, confirm: _confirm, ...withoutPasswords } = profile ?? {};
  const typed = { ...draft.typed, ...(profile && { profile: withoutPasswords }), ...(bank && { bank }) };
  writeDraft({ ...draft, typed });
}

/** Returns the stored state of the wizard, or its start if there is no draft. */
export function readDraft(): Wizard {
  return { ...start, ...loadDraft()?.wizard };
}

/** Returns what was typed for this phone number. */
export function readTyped(phone: string): TypedFields {
  const draft = loadDraft();
  return draft?.wizard.phone === phone ? draft.typed : {};
}

function writeDraft(draft: Omit<Draft, 'at'>): void {
  tabStorage.set(DRAFT_KEY, JSON.stringify({ ...draft, at: instantNow() } satisfies Draft));
}

function loadDraft(): Draft | undefined {
  const draft = parseDraft(tabStorage.get(DRAFT_KEY));
  if (draft && elapsedSince(draft.at) < LIFETIME_MS) return draft;
  forgetDraft();
  return undefined;
}

/** Returns the parsed draft; undefined also for a draft that an earlier version wrote. */
function parseDraft(text: string | null): Draft | undefined {
  try {
    const draft = JSON.parse(text ?? '{}') as Partial<Draft>;
    return draft.at && draft.wizard && draft.typed ? (draft as Draft) : undefined;
  } catch {
    return undefined;
  }
}

/** The values of the steps' fields, as typed. After a reload the passwords are missing. */
export interface TypedFields {
  profile?: Partial<InferInput<typeof profileSchema>>;
  bank?: InferInput<typeof bankSchema>;
}
