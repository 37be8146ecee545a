import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Lookups } from '@/data/api/types';
import { satangOf } from '@/data/kit/satang';
import { Banner } from '@/ui/banner';
import { formatMoney } from '@/ui/format/money';

/** Said before it is sent: above the operator's limit a person looks first, which takes longer. */
export function ReviewNotice({ satang, rules }: { satang: number; rules: Lookups['withdraw'] }) {
  const { t } = useTranslation('cash');
  // Absent in what an older server has left on the phone.
  const { autoLimit } = rules as Partial<Lookups['withdraw']>;
  if (autoLimit === undefined || satang <= satangOf(autoLimit)) return null;
  return (
    <Banner tone="info" icon={Clock} role="status">
      {t('withdraw.review', { amount: formatMoney(autoLimit) })}
    </Banner>
  );
}
