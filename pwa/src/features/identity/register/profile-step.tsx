import { X } from 'lucide-react';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '@/data/api/client';
import { isApiError } from '@/data/api/errors';
import { useResource } from '@/data/engine/resources/use-resource';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { PasswordInput } from '@/ui/password-input';
import { SelectSheet } from '@/ui/select-sheet';
import { TextInput } from '@/ui/text-input';
import { Failure } from '../failure';
import { showFieldErrors, useGuessableText, useProblemText } from '../problems';
import { cleanInviteCode, forgetInviteCode, storeRefused, useInviteCode, useIsRefused } from '../invite-code';
import { profileSchema, type ProfileForm } from '../schemas';
import { useEachChange, useValuesOnLeave, useSchemaForm } from '../use-schema-form';
import { StepFoot, StepTitle } from '../wizard-frame';
import { storeTyped, type TypedFields } from './draft';
import type { ProfileDraft } from './machine';
import { capitalsReading, lineReading } from '@/ui/line-reading';
import type { Reading } from '@/ui/reading';

interface ProfileStepProps {
  phone: string;
  /** Proves that the phone is verified, together with the cookie that a right code set. */
  otpToken: string | undefined;
  draft: ProfileDraft | null;
  typed: TypedFields['profile'];
  /** Called with the typed values when the member leaves the step. */
  onLeave: (typed: TypedFields['profile']) => void;
  onAccepted: (profile: ProfileDraft) => void;
  onUnverified: () => void;
}

/** Asks for name, password, source and invite code. The server checks them before the bank step. */
export default function ProfileStep(props: ProfileStepProps) {
  const { t } = useTranslation('signup');
  const problem = useProblemText();
  const { form, failure, submit, forgetFailure } = useProfileForm(props);
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <form
      noValidate
      onSubmit={handleSubmit(submit)}
      onInput={forgetFailure}
      className="space-y-4 short:space-y-2"
    >
      <StepTitle title={t('register.profile.title')}>{t('register.profile.text')}</StepTitle>
      <TextInput
        label={t('register.profile.name')}
        reading={lineReading}
        autoComplete="nickname"
        maxLength={60}
        error={problem(errors.name)}
        {...register('name')}
      />
      <PasswordInput
        label={t('password', { ns: 'identity' })}
        autoComplete="new-password"
        hint={t('register.profile.passwordHint')}
        error={problem(errors.password)}
        {...register('password')}
      />
      <PasswordInput
        label={t('register.profile.confirm')}
        autoComplete="new-password"
        error={problem(errors.confirm)}
        {...register('confirm')}
      />
      <SourceField control={form.control} />
      <InviteField form={form} error={problem(errors.inviteCode)} />
      <StepFoot>
        <Failure>{failure}</Failure>
        <Button type="submit" block busy={isSubmitting} busyLabel={t('register.checking')}>
          {t('register.next')}
        </Button>
      </StepFoot>
    </form>
  );
}

/**
 * Returns the form of the profile step, filled with the values of an earlier visit. `submit` lets the server
 * check it, and shows refusals at the fields.
 */
function useProfileForm({
  phone,
  otpToken,
  draft,
  typed,
  onLeave,
  onAccepted,
  onUnverified,
}: ProfileStepProps) {
  const { t } = useTranslation('signup');
  const invited = useInviteCode();
  const isRefused = useIsRefused();
  const guessableText = useGuessableText();
  const [failure, setFailure] = useState<string>();
  const form = useSchemaForm(profileSchema, {
    name: draft?.name ?? '',
    password: draft?.password ?? '',
    confirm: draft?.password ?? '',
    sourceCode: draft?.sourceCode ?? '',
    ...typed,
    inviteCode: invited || (typed?.inviteCode ?? draft?.inviteCode ?? ''),
  });
  useValuesOnLeave(form, onLeave);
  useEachChange(form, (fields) => storeTyped({ profile: fields }));

  const submit = async ({ name, password, sourceCode, inviteCode: code }: ProfileForm) => {
    // A wrong code from a link is left out, so that it blocks nothing. A typed code is sent, so that the
    // server refuses it at its field.
    const profile = {
      name,
      password,
      sourceCode,
      inviteCode: isRefused ? '' : cleanInviteCode(code) || code,
    };
    try {
      await call('POST', '/api/account/validate', {
        body: { username: phone, otpToken, ...profile },
        auth: false,
      });
      onAccepted(profile);
    } catch (error) {
      if (isApiError(error) && error.code === 'UNVERIFIED_OTP') return onUnverified();
      if (invited && isApiError(error) && error.fields?.inviteCode) storeRefused(invited);
      const formFields = {
        name: 'name',
        password: 'password',
        sourceCode: 'sourceCode',
        inviteCode: 'inviteCode',
      } as const;
      setFailure(
        showFieldErrors(error, form.setError, formFields, {
          inviteCode: t('register.profile.inviteUnknown'),
          password: guessableText(error),
        }),
      );
    }
  };
  return { form, failure, submit, forgetFailure: () => setFailure(undefined) };
}

type Form = ReturnType<typeof useProfileForm>['form'];

/** Selects how the guest learned of the site. */
function SourceField({ control }: Pick<Form, 'control'>) {
  const { t } = useTranslation('signup');
  const problem = useProblemText();
  const sources = useResource('sources').data?.sources ?? [];
  return (
    <Controller
      control={control}
      name="sourceCode"
      render={({ field, fieldState }) => (
        <SelectSheet
          label={t('register.profile.source')}
          placeholder={t('register.profile.chooseSource')}
          rows={sources.map(({ code, description }) => ({ value: code, label: description }))}
          value={field.value}
          onChange={field.onChange}
          error={problem(fieldState.error)}
          empty={<p className="py-6 text-center text-ink-2">{t('register.profile.noSources')}</p>}
        />
      )}
    />
  );
}

/**
 * Members often paste a code together with the message around it. Text without a code stays in the field and
 * is marked as wrong.
 */
const inviteReading: Reading = {
  kind: 'invite',
  format: (typed, isPasted) =>
    (isPasted ? cleanInviteCode(typed) || capitalsReading.format?.(typed, true) : undefined) ??
    typed.toUpperCase(),
};

/**
 * The field for a friend's code. A code from a link can only be removed, not edited. If such a code is wrong,
 * a note shows this instead of a field error, because it blocks nothing.
 */
function InviteField({ form, error }: { form: Form; error: string | undefined }) {
  const { t } = useTranslation('signup');
  const invited = useInviteCode();
  const isRefused = useIsRefused();
  const removeCode = () => {
    forgetInviteCode();
    form.setValue('inviteCode', '');
    form.clearErrors('inviteCode');
  };
  return (
    <TextInput
      label={t('register.profile.invite')}
      readOnly={invited !== ''}
      hint={invited && t(isRefused ? 'register.inviteLink' : 'register.profile.invitedBy')}
      trailing={invited && <IconButton icon={X} label={t('register.removeCode')} onClick={removeCode} />}
      autoComplete="off"
      autoCapitalize="characters"
      reading={inviteReading}
      error={isRefused ? undefined : error}
      {...form.register('inviteCode')}
    />
  );
}
