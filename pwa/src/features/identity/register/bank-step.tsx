import { ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isApiError } from '@/data/api/errors';
import type { Registration } from '@/data/api/types';
import { command } from '@/data/engine/commands/send';
import { currencies, defaultCurrency, type Currency } from '@/data/device/variant';
import { useResource } from '@/data/engine/resources/use-resource';
import { bankName } from '@/i18n/bank-name';
import { useLocale } from '@/i18n/locales';
import { BankTile } from '@/ui/bank-tile';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { FieldError } from '@/ui/field';
import { accountReading } from '@/ui/format/digits';
import { Segmented } from '@/ui/segmented';
import { SelectSheet } from '@/ui/select-sheet';
import { TextInput } from '@/ui/text-input';
import { Failure } from '../failure';
import { findGuessableReason, showFieldErrors, useProblemText } from '../problems';
import { bankSchema, suggestLength, type BankForm } from '../schemas';
import { useEachChange, useValuesOnLeave, useSchemaForm } from '../use-schema-form';
import { StepFoot, StepTitle } from '../wizard-frame';
import { storeTyped, type TypedFields } from './draft';
import type { ProfileDraft } from './machine';
import { capitalsReading } from '@/ui/line-reading';

interface BankStepProps {
  phone: string;
  otpToken: string | undefined;
  profile: ProfileDraft;
  typed: TypedFields['bank'];
  /** Called with the typed values when the member leaves the step. */
  onLeave: (typed: TypedFields['bank']) => void;
  onRegistered: () => void;
  onUnverified: () => void;
}

/** Asks for the bank account for deposits and withdrawals. This last step creates the member's account. */
export default function BankStep(props: BankStepProps) {
  const { t } = useTranslation('signup');
  const problem = useProblemText();
  const { form, failure, submit, forgetFailure } = useBankForm(props);
  const { register, control, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;
  const [currency, bankCode, accountNo] = useWatch({ control, name: ['currency', 'bankCode', 'accountNo'] });
  const suggested = suggestLength(bankCode, accountNo);
  return (
    <form
      noValidate
      onSubmit={handleSubmit(submit)}
      onInput={forgetFailure}
      className="space-y-4 short:space-y-2"
    >
      <StepTitle title={t('register.bank.title')}>{t('register.bank.text')}</StepTitle>
      {currencies().length > 1 && (
        <CurrencyField control={control} onChosen={() => form.setValue('bankCode', '')} />
      )}
      <BankField control={control} currency={currency} />
      <TextInput
        label={t('register.bank.number')}
        inputMode="numeric"
        autoComplete="off"
        reading={accountReading}
        error={problem(errors.accountNo)}
        hint={suggested && t('register.bank.unusual', { usual: suggested })}
        {...register('accountNo')}
      />
      <NameFields
        firstError={problem(errors.firstName)}
        lastError={problem(errors.lastName)}
        register={register}
      />
      <p className="flex items-center gap-3 px-1 text-small text-ink-2">
        <ShieldCheck className="size-5 shrink-0" aria-hidden="true" />
        {t('register.bank.why')}
      </p>
      <StepFoot>
        <Failure>{failure}</Failure>
        <Button type="submit" block busy={isSubmitting} busyLabel={t('register.bank.busy')}>
          {t('register.bank.submit')}
        </Button>
      </StepFoot>
    </form>
  );
}

/**
 * Returns the form of the bank step. `submit` registers the member with all the data that the wizard
 * collected.
 */
function useBankForm({
  phone,
  otpToken,
  profile,
  typed,
  onLeave,
  onRegistered,
  onUnverified,
}: BankStepProps) {
  const { t } = useTranslation('signup');
  const [failure, setFailure] = useState<string>();
  const form = useSchemaForm(bankSchema, {
    currency: defaultCurrency(),
    bankCode: '',
    accountNo: '',
    firstName: '',
    lastName: '',
    ...typed,
  });
  useValuesOnLeave(form, onLeave);
  useEachChange(form, (bank) => storeTyped({ bank }));

  const submit = async ({ currency, bankCode, accountNo, firstName, lastName }: BankForm) => {
    const payload: Registration = {
      ...profile,
      username: phone,
      otpToken,
      bankCode,
      bankAccountName: `${firstName} ${lastName}`,
      bankAccountNo: accountNo,
      currency,
    };
    try {
      await command('register', { body: payload });
      onRegistered();
    } catch (error) {
      if (isApiError(error) && error.code === 'UNVERIFIED_OTP') return onUnverified();
      // The profile step could not check the password against the holder's name, which is entered only here.
      if (findGuessableReason(error) === 'name') return setFailure(t('register.bank.guessable'));
      const formFields = {
        bankCode: 'bankCode',
        bankAccountNo: 'accountNo',
        bankAccountName: 'firstName',
      } as const;
      setFailure(showFieldErrors(error, form.setError, formFields));
    }
  };
  return { form, failure, submit, forgetFailure: () => setFailure(undefined) };
}

type Form = ReturnType<typeof useBankForm>['form'];

interface CurrencyFieldProps extends Pick<Form, 'control'> {
  onChosen: () => void;
}

/** Selects the currency of the member's money, which determines the banks. */
function CurrencyField({ control, onChosen }: CurrencyFieldProps) {
  const { t } = useTranslation('signup');
  return (
    <Controller
      control={control}
      name="currency"
      render={({ field }) => (
        <Segmented
          label={t('register.bank.currency')}
          options={currencies().map((value) => ({ value, label: t(`register.bank.in.${value}`) }))}
          value={field.value}
          onChange={(value) => {
            field.onChange(value);
            onChosen();
          }}
        />
      )}
    />
  );
}

/** Selects the bank; the recommended banks come first in the list. */
function BankField({ control, currency }: Pick<Form, 'control'> & { currency: Currency }) {
  const { t } = useTranslation('signup');
  const problem = useProblemText();
  const banks = useBankRows(currency);
  return (
    <Controller
      control={control}
      name="bankCode"
      render={({ field, fieldState }) => (
        <SelectSheet
          label={t('register.bank.bank')}
          placeholder={t('register.bank.choose')}
          hint={banks.advice}
          rows={banks.rows}
          value={field.value}
          onChange={field.onChange}
          error={problem(fieldState.error)}
          empty={<p className="py-6 text-center text-ink-2">{t('register.bank.noBanks')}</p>}
        />
      )}
    />
  );
}

interface NameFieldsProps extends Pick<Form, 'register'> {
  firstError: string | undefined;
  lastError: string | undefined;
}

/** The fields for first and last name, with one error text for both. */
function NameFields({ firstError, lastError, register }: NameFieldsProps) {
  const { t } = useTranslation('signup');
  const errorId = useId();
  const shared = {
    errorId,
    autoCapitalize: 'characters',
    reading: capitalsReading,
    spellCheck: false,
  } as const;
  const error = firstError ?? lastError;
  return (
    <div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7.5em,1fr))] gap-x-3">
        <TextInput
          label={t('register.bank.first')}
          autoComplete="given-name"
          error={firstError}
          {...shared}
          {...register('firstName')}
        />
        <TextInput
          label={t('register.bank.last')}
          autoComplete="family-name"
          error={lastError}
          {...shared}
          {...register('lastName')}
        />
      </div>
      <div id={errorId} aria-live="polite">
        {error ? (
          <FieldError>{error}</FieldError>
        ) : (
          <p className="mt-1.5 text-small text-ink-2">{t('register.bank.nameHint')}</p>
        )}
      </div>
    </div>
  );
}

/** Returns the banks of a currency, recommended ones first, and a text that names the recommended banks. */
function useBankRows(currency: Currency) {
  const { t } = useTranslation('signup');
  const locale = useLocale();
  const all = useResource('banks').data?.banks ?? [];
  // The response of an older server has no currency.
  const banks = all.filter((bank) => (bank.currency ?? 'BAHT') === currency);
  const recommended = banks.filter((bank) => bank.recommended);
  const others = banks.filter((bank) => !bank.recommended);
  const names = recommended.map((bank) => bankName(bank, locale));
  return {
    advice:
      names.length > 0 && t('register.bank.recommend', { banks: names.join(` ${t('register.bank.or')} `) }),
    rows: [...recommended, ...others].map((bank) => ({
      value: bank.code,
      lead: <BankTile code={bank.code} small />,
      label: bankName(bank, locale),
      badge: bank.recommended && <Chip tone="success">{t('register.bank.recommended')}</Chip>,
    })),
  };
}
