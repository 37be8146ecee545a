import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '@/i18n/error-text';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { NoticePage } from './notice-page';
import { isSiteClosed } from './site';

/** The site is closed. A button checks again, so that members are not locked out after it opens. */
export function TerminatedPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    try {
      if (!(await isSiteClosed())) return await navigate({ to: '/', replace: true });
      toast.error(t('terminated.still'));
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <NoticePage
      title={t('terminated.title')}
      action={
        <Button busy={busy} busyLabel={t('terminated.asking')} onClick={() => void check()}>
          {t('terminated.again')}
        </Button>
      }
    >
      {t('terminated.text')}
    </NoticePage>
  );
}
