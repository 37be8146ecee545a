import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pastedAmount } from './amount';
import { typedAccount, typedInvite, typedOtp, typedPhone, typedPromotion } from './identifiers';
import { parseGiftCode } from './gift';
import type { Country } from './plain';

interface Case {
  kind: string;
  variant: Country;
  text: string;
  /** null if the text can mean several values, or none. */
  value: string | number | null;
  why: string;
}

/** The server's test cases. */
const cases = JSON.parse(readFileSync('backend/platform/typed/cases.json', 'utf8')) as Case[];

const read: Record<string, (text: string, country: Country) => string | number | undefined> = {
  phone: typedPhone,
  account: typedAccount,
  amount: (text, country) => pastedAmount(text, country, 7),
  otp: typedOtp,
  gift: parseGiftCode,
  promotion: typedPromotion,
  invite: typedInvite,
};

describe('pasted text is read as in cases.json', () => {
  it.each(cases.map((each) => [each.kind, each.text, each.why, each] as const))(
    '%s %j: %s',
    (kind, text, _why, { variant, value }) => {
      expect(read[kind]!(text, variant) ?? null).toEqual(value);
    },
  );
});
