import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '@/ui/button';
import { NoticePage } from './notice-page';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <NoticePage
      title={t('notFound.title')}
      action={
        <Link to="/" className={buttonClass('primary')}>
          {t('notFound.back')}
        </Link>
      }
    >
      {t('notFound.text')}
    </NoticePage>
  );
}
