import * as v from 'valibot';
import { onlyDigits } from '@/ui/format/digits';
import { typedAccount } from '@/data/kit/typed/identifiers';
import { BLANKS } from '@/data/kit/typed/plain';
import { isHolderName, isLatinName, needsEnglishName } from './account-name';
import { messageKey } from './problems';
import { cleanLine } from '@/data/kit/typed/written';

const required = v.pipe(v.string(), v.transform(cleanLine), v.nonEmpty(messageKey('required')));

/**
 * Returns the number of characters that count in a password. Blanks around it do not count; a run of blanks
 * counts as one.
 */
function countCharacters(typed: string): number {
  return [...typed.replace(BLANKS, ' ').trim()].length;
}

/**
 * The rules for a new password. They do not apply to the current password, which is sent as typed and may be
 * mostly blanks.
 */
const password = v.pipe(
  v.string(),
  v.nonEmpty(messageKey('required')),
  v.check((typed) => countCharacters(typed) >= 8, messageKey('short')),
  v.check((typed) => [...typed].length <= 128, messageKey('long')),
);
/**
 * The usual lengths of account numbers; the default is 10. They are only a hint: the server accepts 6 to 15
 * digits, and up to 20 for Lao banks.
 */
const USUAL_LENGTHS: Record<string, readonly number[]> = {
  GSB: [12],
  BAAC: [12],
  GHB: [12],
  TISCO: [14],
  BCEL: [],
  LDB: [],
  JDB: [],
  APB: [],
};

/** Returns the bank's usual number of digits if the typed number has another length. */
export function suggestLength(bankCode: string, typed: string): number | undefined {
  const { length } = onlyDigits(typed);
  const usual = USUAL_LENGTHS[bankCode] ?? [10];
  return bankCode === '' || length === 0 || usual.length === 0 || usual.includes(length)
    ? undefined
    : usual[0];
}

const digits = v.pipe(
  v.string(),
  v.transform((typed) => typedAccount(typed) ?? onlyDigits(typed)),
);

export const profileSchema = v.pipe(
  v.object({
    name: required,
    password,
    confirm: v.pipe(v.string(), v.nonEmpty(messageKey('required'))),
    sourceCode: v.string(),
    inviteCode: v.pipe(v.string(), v.transform(cleanLine)),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirm']],
      (form) => form.password === form.confirm,
      messageKey('mismatch'),
    ),
    ['confirm'],
  ),
);

export const bankSchema = v.pipe(
  v.object({
    currency: v.picklist(['BAHT', 'LAK']),
    bankCode: v.pipe(v.string(), v.nonEmpty(messageKey('choose'))),
    accountNo: v.pipe(
      digits,
      v.nonEmpty(messageKey('required')),
      v.minLength(6, messageKey('account')),
      v.maxLength(20, messageKey('accountLao')),
    ),
    firstName: required,
    lastName: required,
  }),
  v.forward(
    v.partialCheck(
      [['currency'], ['accountNo']],
      (form) => form.currency === 'LAK' || form.accountNo.length <= 15,
      messageKey('account'),
    ),
    ['accountNo'],
  ),
  v.forward(
    v.partialCheck([['firstName']], (form) => isHolderName(form.firstName), messageKey('holder')),
    ['firstName'],
  ),
  v.forward(
    v.partialCheck(
      [['bankCode'], ['firstName'], ['lastName']],
      (form) =>
        needsEnglishName(form.bankCode) ||
        !isHolderName(form.firstName) ||
        isHolderName(`${form.firstName} ${form.lastName}`),
      messageKey('holder'),
    ),
    ['lastName'],
  ),
  v.forward(
    v.partialCheck(
      [['bankCode'], ['firstName']],
      (form) => isUsable(form.firstName, form.bankCode),
      messageKey('english'),
    ),
    ['firstName'],
  ),
  v.forward(
    v.partialCheck(
      [['bankCode'], ['lastName']],
      (form) => isUsable(form.lastName, form.bankCode),
      messageKey('english'),
    ),
    ['lastName'],
  ),
);

export const newPasswordSchema = v.pipe(
  v.object({ password, confirm: v.pipe(v.string(), v.nonEmpty(messageKey('required'))) }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirm']],
      (form) => form.password === form.confirm,
      messageKey('mismatch'),
    ),
    ['confirm'],
  ),
);

export const changePasswordSchema = v.pipe(
  v.object({
    old: v.pipe(v.string(), v.nonEmpty(messageKey('required'))),
    password,
    confirm: v.pipe(v.string(), v.nonEmpty(messageKey('required'))),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirm']],
      (form) => form.password === form.confirm,
      messageKey('mismatch'),
    ),
    ['confirm'],
  ),
);

export type ProfileForm = v.InferOutput<typeof profileSchema>;
export type BankForm = v.InferOutput<typeof bankSchema>;
export type NewPasswordForm = v.InferOutput<typeof newPasswordSchema>;
export type ChangePasswordForm = v.InferOutput<typeof changePasswordSchema>;

/** Returns whether the bank accepts this part of a name. KTB, TMB and BBL need English letters and spaces. */
function isUsable(name: string, bankCode: string): boolean {
  return !needsEnglishName(bankCode) || isLatinName(name);
}
