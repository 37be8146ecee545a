import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '@/data/api/errors';
import { errorText } from '@/i18n/error-text';
import { PasswordInput } from '@/ui/password-input';

/**
 * Returns a password form for an action that a thief with the phone must not perform. The form shows why the
 * action failed.
 */
export function usePasswordForm(
  action: (password: string) => Promise<void>,
  textFor?: (error: unknown) => string,
) {
  const { t } = useTranslation('account');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || password === '') return;
    setBusy(true);
    try {
      await action(password);
    } catch (error) {
      const wrong = isApiError(error) && error.code === 'WRONG_PASSWORD';
      setProblem(wrong ? t('sessions.wrong') : (textFor ?? errorText)(error));
    }
    setBusy(false);
  };
  const field = (
    <PasswordInput
      label={t('sessions.password')}
      autoComplete="current-password"
      autoFocus
      value={password}
      error={problem}
      onChange={(event) => {
        setPassword(event.currentTarget.value);
        setProblem(undefined);
      }}
    />
  );
  return { field, busy, isEmpty: password === '', submit: (event: SubmitEvent) => void submit(event) };
}
