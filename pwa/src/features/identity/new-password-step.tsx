import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '@/data/api/client';
import { Button } from '@/ui/button';
import { PasswordInput } from '@/ui/password-input';
import { Failure } from './failure';
import { showFieldErrors, useGuessableText, useProblemText } from './problems';
import { newPasswordSchema, type NewPasswordForm } from './schemas';
import { useSchemaForm } from './use-schema-form';
import { StepTitle } from './wizard-frame';

interface NewPasswordProps {
  otpToken: string;
  /** Called with the number of passkeys that can still log in. */
  onSaved: (passkeys: number) => void;
}

export default function NewPassword({ otpToken, onSaved }: NewPasswordProps) {
  const { t } = useTranslation('signup');
  const problem = useProblemText();
  const guessableText = useGuessableText();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useSchemaForm(newPasswordSchema, {
    password: '',
    confirm: '',
  });
  const save = async ({ password }: NewPasswordForm) => {
    try {
      const body = { otpToken, newPassword: password };
      const { passkeys = 0 } = await call('POST', '/api/account/resetpwd', { body, auth: false });
      onSaved(passkeys);
    } catch (error) {
      setFailure(
        showFieldErrors(error, setError, { newPassword: 'password' }, { newPassword: guessableText(error) }),
      );
    }
  };
  const { errors, isSubmitting } = formState;
  return (
    <form
      noValidate
      onSubmit={handleSubmit(save)}
      onInput={() => setFailure(undefined)}
      className="space-y-4"
    >
      <StepTitle title={t('forgot.newTitle')}>{t('forgot.newText')}</StepTitle>
      <PasswordInput
        label={t('forgot.new')}
        autoComplete="new-password"
        hint={t('register.profile.passwordHint')}
        error={problem(errors.password)}
        {...register('password')}
      />
      <PasswordInput
        label={t('forgot.confirm')}
        autoComplete="new-password"
        error={problem(errors.confirm)}
        {...register('confirm')}
      />
      <Failure>{failure}</Failure>
      <Button type="submit" block busy={isSubmitting} busyLabel={t('forgot.saving')}>
        {t('forgot.save')}
      </Button>
    </form>
  );
}
