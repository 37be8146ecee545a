import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { showSheetOver } from '@/nav/sheets';
import { Banner } from '@/ui/banner';
import { linkClass } from '@/ui/cx';
import { isLimited, useMoneyProblem } from '@/money/money-texts';

/** Shows why a deposit was refused. If the member's own limit is the reason, a link opens the limits. */
export function DepositRefused({ error, showsLimits = false }: { error: unknown; showsLimits?: boolean }) {
  const { t } = useTranslation('cash');
  const problem = useMoneyProblem();
  if (error === undefined) return null;
  return (
    <Banner tone="failed" icon={CircleAlert} role="alert">
      {problem(error)}
      {showsLimits && isLimited(error) && (
        <>
          {' '}
          <button type="button" onClick={() => showSheetOver('limits')} className={`tap ${linkClass}`}>
            {t('limited.see')}
          </button>
        </>
      )}
    </Banner>
  );
}
