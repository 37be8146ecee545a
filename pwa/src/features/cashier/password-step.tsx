import { useId, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '@/data/api/errors';
import { confirmAndRepeat, dismiss } from '@/data/commands/send';
import { errorText } from '@/i18n/error-text';
import { Button } from '@/ui/button';
import { useBackLayer } from '@/ui/layers';
import { PasswordInput } from '@/ui/password-input';
import { SheetPage } from '@/ui/sheet';

/** The session rested for too long: the password, and the same command goes on. It is no logout. */
export function PasswordStep({ name }: { name: string }) {
  const { t } = useTranslation('cash');
  const formId = useId();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useBackLayer(true, () => dismiss(name));
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
          <Button variant="quiet" block onClick={() => dismiss(name)}>
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
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
      </form>
    </SheetPage>
  );
}
