import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';
import { NoticePage } from './notice-page';

/** Shown when a page crashes. It says that no money is lost by it. */
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
