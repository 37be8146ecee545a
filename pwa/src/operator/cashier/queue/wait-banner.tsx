import { ArrowRight, OctagonPause } from 'lucide-react';
import { Banner } from '@/ui/banner';
import { formatDateTime } from '@/ui/format/time';
import { useWords } from '../../i18n';
import { openSection } from '../../place';
import { SmallButton } from '../../ui/small-button';
import { beginRelease } from '../pairs/form';
import { goToPair } from '../pairs/pairs';
import type { PayoutWait } from '../wire';

/** No withdrawal goes out: since when, why, and the way to let them go. */
export function WaitBanner({ wait: { since, reason } }: { wait: PayoutWait }) {
  const { say } = useWords();
  return (
    <div className="px-5 pb-3" data-testid="payouts-wait">
      <Banner tone="failed" icon={OctagonPause} role="status">
        <p className="font-semibold">{say('cash.wait.title', { time: formatDateTime(since) })}</p>
        <p className="pb-2">{say(`cash.wait.${reason}`)}</p>
        <SmallButton
          icon={ArrowRight}
          onClick={() => {
            beginRelease();
            goToPair(null);
            openSection('pairs');
          }}
        >
          {say('cash.wait.release')}
        </SmallButton>
      </Banner>
    </div>
  );
}
