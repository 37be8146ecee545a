import { ArrowRight, OctagonPause } from 'lucide-react';
import { Banner } from '@/ui/banner';
import { formatDateTime } from '@/ui/format/time';
import { useWords } from '../../i18n';
import { SmallButton } from '../../ui/small-button';
import { lookAt, queue } from '../boards';
import type { Waiting } from '../wire';
import { doText, reasonText } from '../texts';

/** Says that payouts are paused: since when, why, and a button to let them continue. */
export function WaitBanner({ wait }: { wait: Waiting }) {
  const { say } = useWords();
  const [offer] = wait.offers;
  return (
    <div className="px-5 pb-3" data-testid="payouts-wait">
      <Banner tone="failed" icon={OctagonPause} role="status">
        <p className="font-semibold">{say('cash.wait.title', { time: formatDateTime(wait.since) })}</p>
        <p className="pb-2">{reasonText(wait)}</p>
        {offer && (
          <SmallButton
            icon={ArrowRight}
            onClick={() => {
              void lookAt(null);
              queue.goTo(wait.key);
              queue.ask(offer.act);
            }}
          >
            {doText(wait, offer, '')}
          </SmallButton>
        )}
      </Banner>
    </div>
  );
}
