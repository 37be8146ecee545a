import { ArrowRight, OctagonPause } from 'lucide-react';
import { Banner } from '@/ui/banner';
import { formatDateTime } from '@/ui/format/time';
import { useTexts } from '../../i18n';
import { SmallButton } from '../../ui/small-button';
import { showMember, queueBoard } from '../boards';
import type { CashierItem } from '../wire';
import { actionLabel, reasonText } from '../texts';

/** Says that payouts are paused: since when, why, and a button to release them. */
export function WaitBanner({ wait }: { wait: CashierItem }) {
  const { t } = useTexts();
  const [offer] = wait.offers;
  return (
    <div className="px-5 pb-3" data-testid="payouts-wait">
      <Banner tone="failed" icon={OctagonPause} role="status">
        <p className="font-semibold">{t('cash.wait.title', { time: formatDateTime(wait.since) })}</p>
        <p className="pb-2">{reasonText(wait)}</p>
        {offer && (
          <SmallButton
            icon={ArrowRight}
            onClick={() => {
              void showMember(null);
              queueBoard.goTo(wait.key);
              queueBoard.openConfirmation(offer.act);
            }}
          >
            {actionLabel(wait, offer, '')}
          </SmallButton>
        )}
      </Banner>
    </div>
  );
}
