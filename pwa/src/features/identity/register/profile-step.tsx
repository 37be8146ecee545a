import { X } from 'lucide-react';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '@/data/api/client';
import { isApiError } from '@/data/api/errors';
import { useResource } from '@/data/resources/useResource';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { PasswordInput } from '@/ui/password-input';
import { SelectSheet } from '@/ui/select-sheet';
import { TextInput } from '@/ui/text-input';
import { upperCase } from '../account-name';
import { Failure } from '../failure';
import { cleanInviteCode, forgetInviteCode, noteRefused, useInviteCode, useIsRefused } from '../invite-code';
import { useProblemText } from '../problems';
import { profileSchema, type ProfileForm } from '../schemas';
import { placeErrors } from '../server-errors';
import { useKept, useSchemaForm } from '../use-schema-form';
import { StepTitle } from '../wizard-frame';
import type { ProfileDraft } from './machine';
import type { Typed } from './typed';

interface ProfileStepProps {
  phone: string;
  /** Proves the phone, beside the cookie of the right code. */
  otpToken: string | undefined;
  draft: ProfileDraft | null;
  typed: Typed['profile'];
  onLeft: (typed: Typed['profile']) => void;
  onTaken: (profile: ProfileDraft) => void;
  onUnverified: () => void;
}

/** Name, password, where from, who invited; the server has its say before the bank step. */
export default function ProfileStep({
  phone,
  otpToken,
  draft,
  typed,
  onLeft,
  onTaken,
  onUnverified,
}: ProfileStepProps) {
  const { t } = useTranslation('identity');
  const problem = useProblemText();
  const sources = useResource('sources').data?.sources ?? [];
  const invited = useInviteCode();
  const isRefused = useIsRefused();
  const [failure, setFailure] = useState<string>();
  const form = useSchemaForm(profileSchema, {
    name: draft?.name ?? '',
    password: draft?.password ?? '',
    confirm: draft?.password ?? '',
    sourceCode: draft?.sourceCode ?? '',
    ...typed,
    inviteCode: invited || (typed?.inviteCode ?? draft?.inviteCode ?? ''),
  });
  useKept(form, onLeft);
  const { register, control, handleSubmit, setError, setValue, clearErrors, formState } = form;
  const { errors, isSubmitting } = formState;

  const submit = async ({ name, password, sourceCode, inviteCode: code }: ProfileForm) => {
    // A link's code that is wrong stops nobody; one that was typed is there to be mended.
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
      onTaken(profile);
    } catch (error) {
      if (isApiError(error) && error.code === 'UNVERIFIED_OTP') return onUnverified();
      if (invited && isApiError(error) && error.fields?.inviteCode) noteRefused(invited);
      const places = {
        name: 'name',
        password: 'password',
        sourceCode: 'sourceCode',
        inviteCode: 'inviteCode',
      } as const;
      setFailure(
        placeErrors(error, setError, places, {
          inviteCode: t('problem.invite'),
          password: t('problem.guessable'),
        }),
      );
    }
  };

  const removeCode = () => {
    forgetInviteCode();
    setValue('inviteCode', '');
    clearErrors('inviteCode');
  };

  return (
    <form
      noValidate
      onSubmit={handleSubmit(submit)}
      onInput={() => setFailure(undefined)}
      className="space-y-4"
    >
      <StepTitle title={t('register.profile.title')}>{t('register.profile.text')}</StepTitle>
      <TextInput
        label={t('register.profile.name')}
        autoComplete="nickname"
        maxLength={60}
        error={problem(errors.name)}
        {...register('name')}
      />
      <PasswordInput
        label={t('password')}
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
      <TextInput
        label={t('register.profile.invite')}
        readOnly={invited !== ''}
        hint={invited && t('register.profile.invitedBy')}
        trailing={invited && <IconButton icon={X} label={t('register.removeCode')} onClick={removeCode} />}
        autoComplete="off"
        autoCapitalize="characters"
        format={upperCase}
        error={isRefused ? t('problem.inviteLink') : problem(errors.inviteCode)}
        {...register('inviteCode')}
      />
      <Failure>{failure}</Failure>
      <Button type="submit" block busy={isSubmitting} busyLabel={t('register.checking')}>
        {t('register.next')}
      </Button>
    </form>
  );
}
