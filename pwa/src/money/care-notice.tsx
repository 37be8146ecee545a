import { ChevronRight, Coffee, Gauge, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import '@/i18n/home-texts';
import { serverNow } from '@/data/api/clock';
import { buildLimitsReviewed, type PlayBreak } from '@/data/domains/care/commands';
import { sendCommand } from '@/data/engine/commands/send';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useServerTime } from '@/data/api/use-server-time';
import { useResource } from '@/data/engine/resources/use-resource';
import { showSheet } from '@/nav/sheets';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { formatDateTime } from '@/ui/format/time';
import { linkClass } from '@/ui/cx';

/**
 * Shows that play is closed for the member, or requests a review of the limits. Otherwise it renders nothing.
 */
export function CareNotice() {
  const { data } = useResource('care');
  useServerTime();
  if (data?.closed) return <ClosedNotice closed={data.closed} />;
  if (data && Date.parse(data.reviewDue) <= serverNow()) return <ReviewNotice />;
  return null;
}

function ClosedNotice({ closed }: { closed: PlayBreak }) {
  const { t } = useTranslation('home');
  // After the date of an exclusion, play stays closed until the member asks to open it.
  const path = closed.kind === 'EXCLUSION' ? 'closed.atLeast' : 'closed.until';
  const until = closed.ends ? t(path, { time: formatDateTime(closed.ends) }) : t('closed.forever');
  return (
    <div className="mt-3.5">
      <Banner
        tone="info"
        icon={Coffee}
        action={
          <button type="button" className={`tap ${linkClass}`} onClick={() => showSheet('break')}>
            {t('closed.more')}
          </button>
        }
      >
        <b className="font-semibold">{closed.over ? t('closed.over') : until}</b>
        <span className="block">{t('closed.text')}</span>
      </Banner>
    </div>
  );
}

/** Requests a review of the limits. Both buttons count as a review: to open the limits, and to keep them. */
function ReviewNotice() {
  const { t } = useTranslation('home');
  const { offline } = useConnection();
  if (offline) return null;
  const review = () => {
    void sendCommand(buildLimitsReviewed());
    showSheet('limits');
  };
  return (
    <div className="mt-3.5">
      <Banner tone="info" icon={Gauge}>
        <p>{t('review.text')}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="plain" onClick={review}>
            {t('review.look')}
          </Button>
          <Button variant="quiet" onClick={() => void sendCommand(buildLimitsReviewed())}>
            {t('review.later')}
          </Button>
        </div>
      </Banner>
    </div>
  );
}

interface CareRowProps {
  icon: LucideIcon;
  onOpen: () => void;
  children: string;
}

/** A discreet link to the member's own limits, or to a break; always shown. */
export function CareRow({ icon: Icon, onOpen, children }: CareRowProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="press flex min-h-11 w-full items-center gap-3 px-1 text-left text-small text-ink-2"
    >
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      <span className="flex-1">{children}</span>
      <ChevronRight className="size-5 shrink-0" aria-hidden="true" />
    </button>
  );
}
