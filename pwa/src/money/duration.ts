import { useTranslation } from 'react-i18next';
import '@/i18n/cashier-texts';

/**
 * Returns a function that formats minutes as text. Whole hours are shown as hours; 90 minutes stay minutes.
 */
export function useDuration(): (minutes: number) => string {
  const { t } = useTranslation('cashier');
  return (minutes) =>
    minutes % 60 === 0
      ? t('deposit.hours', { count: minutes / 60 })
      : t('deposit.minutes', { count: minutes });
}
