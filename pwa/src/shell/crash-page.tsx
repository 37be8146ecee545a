import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';
import { NoticePage } from './notice-page';

/** A fault of ours in one page must not look like lost money. */
export function CrashPage() {
  const { t } = useTranslation();
  return (
    <NoticePage
      title={t('crash.title')}
      action={<Button onClick={() => location.reload()}>{t('crash.reload')}</Button>}
    >
      {t('crash.text')}
    </NoticePage>
  );
}
