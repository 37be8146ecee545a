import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner } from '@/ui/banner';
import { linkClass } from '@/ui/link-class';
import { isLimited, useMoneyProblem } from './money-words';

/** Why money may not come in this way; the member's own limit leads to where it is set. */
export function DepositRefused({ error, onLimits }: { error: unknown; onLimits?: () => void }) {
  const { t } = useTranslation('cash');
  const problem = useMoneyProblem();
  if (error === undefined) return null;
  return (
    <Banner tone="failed" icon={CircleAlert} role="alert">
      {problem(error)}
      {onLimits && isLimited(error) && (
        <>
          {' '}
          <button type="button" onClick={onLimits} className={`tap ${linkClass}`}>
            {t('limited.see')}
          </button>
        </>
      )}
    </Banner>
  );
}
