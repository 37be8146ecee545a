import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '@/data/api/errors';
import { addPasskey, PASSKEY_KNOWN } from '@/data/domains/identity/passkeys';
import { errorText } from '@/i18n/error-text';
import { Button } from '@/ui/button';
import { SheetPage } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { usePasswordForm } from './password-form';

/**
 * Asks for the password, then opens the browser's passkey dialog. If the member closes that dialog, this step
 * stays open without a message.
 */
export function AddStep({ onAdded, onBack }: { onAdded: () => void; onBack: () => void }) {
  const { t } = useTranslation('account');
  const formId = useId();
  const add = async (password: string) => {
    if (!(await addPasskey(password))) return;
    toast.done(t('passkeys.added'));
    onAdded();
  };
  const { field, busy, isEmpty, submit } = usePasswordForm(add, (error) =>
    isApiError(error) && error.code === PASSKEY_KNOWN ? t('passkeys.known') : errorText(error),
  );
  return (
    <SheetPage
      title={t('passkeys.add')}
      onBack={onBack}
      footer={
        <Button
          type="submit"
          form={formId}
          block
          disabled={isEmpty}
          busy={busy}
          busyLabel={t('passkeys.adding')}
        >
          {t('passkeys.add')}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <p className="text-ink-2">{t('passkeys.what')}</p>
        <p className="text-ink-2">{t('passkeys.addWhy')}</p>
        {field}
      </form>
    </SheetPage>
  );
}
