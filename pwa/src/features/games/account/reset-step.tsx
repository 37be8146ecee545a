import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isResponseLost } from '@/data/api/errors';
import { codeText, errorText } from '@/i18n/error-text';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { SheetPage } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { useFocusHere } from '@/ui/use-focus-here';

interface ResetStepProps {
  name: string;
  offline: boolean;
  /** Sets a new password. Rejects with ApiError. */
  reset: () => Promise<void>;
  onBack: () => void;
}

/** Asks for confirmation, since the old password stops working. The step replaces the sheet's content. */
export function ResetStep({ name, offline, reset, onBack }: ResetStepProps) {
  const { t } = useTranslation('games');
  const start = useFocusHere<HTMLParagraphElement>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const resetPassword = async () => {
    setBusy(true);
    try {
      await reset();
      toast.done(t('account.resetDone'));
      onBack();
    } catch (cause) {
      setError(cause);
      setBusy(false);
    }
  };
  return (
    <SheetPage
      title={t('account.resetTitle')}
      onBack={busy ? undefined : onBack}
      footer={
        <div className="grid gap-2">
          <Button
            block
            disabled={offline && !busy}
            busy={busy}
            busyLabel={t('account.resetBusy')}
            onClick={() => void resetPassword()}
          >
            {t('account.resetConfirm')}
          </Button>
          {offline && !busy && (
            <p className="text-center text-small text-ink-2">{t('account.resetOffline')}</p>
          )}
          <Button variant="quiet" block disabled={busy} onClick={onBack}>
            {t('account.back')}
          </Button>
        </div>
      }
    >
      <p ref={start} tabIndex={-1} className="px-1 text-ink-2">
        {t('account.resetText', { name })}
      </p>
      <Alert
        open={error !== undefined}
        title={
          error === undefined || isResponseLost(error)
            ? codeText('SLOT_RESET_PASSWORD_FAIL')
            : errorText(error)
        }
        action={t('ok')}
        onClose={() => setError(undefined)}
      >
        {t('account.failedText')}
      </Alert>
    </SheetPage>
  );
}
