import { useTranslation } from 'react-i18next';
import '@/i18n/cashier-texts';

/** 60 minutes read as an hour; an hour and a half stays in minutes. */
export function useDuration(): (minutes: number) => string {
  const { t } = useTranslation('cashier');
  return (minutes) =>
    minutes % 60 === 0
      ? t('deposit.hours', { count: minutes / 60 })
      : t('deposit.minutes', { count: minutes });
}
