import { useId, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '@/data/api/errors';
import { confirmAndRepeat, dismissCommand, repeatConfirmed } from '@/data/engine/commands/send';
import { errorText } from '@/i18n/error-text';
import { Button } from '@/ui/button';
import { useBackLayer } from '@/ui/layers';
import { PasswordInput } from '@/ui/password-input';
import { SheetPage } from '@/ui/sheet';
import { PasskeyChoice } from './passkey-choice';

/**
 * Asks for the password after a long time without activity, and then repeats the same command. The member
 * stays logged in.
 */
export function PasswordStep({ name }: { name: string }) {
  const { t } = useTranslation('cash');
  const formId = useId();
  const { password, busy, problem, type, submit } = useConfirmation(name);
  useBackLayer(true, () => dismissCommand(name));
  return (
    <SheetPage
      title={t('password.title')}
      footer={
        <div className="grid gap-2">
          <Button
            type="submit"
            form={formId}
            block
            disabled={password === ''}
            busy={busy}
            busyLabel={t('password.busy')}
          >
            {t('password.confirm')}
          </Button>
          <PasskeyChoice label={t('password.passkey')} onProven={() => repeatConfirmed(name)} />
          <Button variant="quiet" block onClick={() => dismissCommand(name)}>
            {t('password.cancel')}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        <p className="text-ink-2">{t('password.text')}</p>
        <PasswordInput
          label={t('password.label')}
          autoComplete="current-password"
          autoFocus
          value={password}
          error={problem}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </form>
    </SheetPage>
  );
}

/** Returns the typed password and its check. When the command continues, another step replaces this one. */
function useConfirmation(name: string) {
  const { t } = useTranslation('cash');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const type = (typed: string) => {
    setPassword(typed);
    setProblem(undefined);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || password === '') return;
    setBusy(true);
    try {
      await confirmAndRepeat(name, password);
    } catch (error) {
      const wrong = isApiError(error) && error.code === 'WRONG_PASSWORD';
      setProblem(wrong ? t('password.wrong') : errorText(error));
      setBusy(false);
    }
  };
  return { password, busy, problem, type, submit };
}
