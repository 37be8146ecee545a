import { Check, Clock, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StatementLine } from '@/data/api/types';
import type { LineEvent } from '@/data/domains/statement/use-line';
import { AsOf } from '@/ui/as-of';
import { Card } from '@/ui/card';
import { cx } from '@/ui/cx';
import { formatDateTime } from '@/ui/format/time';
import { SectionTitle } from '@/ui/heading';
import { SkeletonRows } from '@/ui/skeleton';
import { findAppearance } from '../appearance';

interface LineStoryProps {
  line: StatementLine;
  events: readonly LineEvent[];
  asOf: Date | null;
  offline: boolean;
  loading: boolean;
}

/** Shows the events of the statement line, each with its time. */
export function LineStory({ line, events, asOf, offline, loading }: LineStoryProps) {
  const { t } = useTranslation('line');
  if (events.length === 0) {
    if (loading && !offline) return <SkeletonRows rows={2} />;
    return <p className="px-1 text-small text-ink-2">{t(offline ? 'rest' : 'restFailed')}</p>;
  }
  return (
    <section>
      <SectionTitle action={<AsOf at={asOf} offline={offline} />}>{t('story')}</SectionTitle>
      <Card className="px-4 py-3">
        <ol>
          {events.map(({ event, at }, i) => (
            <li key={`${event} ${at}`} className="relative flex gap-3 pb-3 last:pb-0">
              {i < events.length - 1 && <EventLine />}
              <EventIcon event={event} isPending={i === events.length - 1 && line.status === 'PENDING'} />
              <div className="min-w-0 flex-1">
                <p className="font-medium">
                  <EventName line={line} event={event} />
                </p>
                <p className="text-small text-ink-2">
                  <time dateTime={at}>{formatDateTime(at)}</time>
                </p>
              </div>
            </li>
          ))}
        </ol>
      </Card>
    </section>
  );
}

function EventName({ line, event }: { line: StatementLine; event: LineEvent['event'] }) {
  const { t } = useTranslation('line');
  return event === 'done' ? t(`done.${findAppearance(line.statementType).label}`) : t(`event.${event}`);
}

function EventIcon({ event, isPending }: { event: LineEvent['event']; isPending: boolean }) {
  const failed = event === 'failed' || event === 'cancelled';
  const Icon = failed ? X : isPending ? Clock : Check;
  return (
    <span
      aria-hidden="true"
      className={cx(
        'z-1 mt-0.5 grid size-6 shrink-0 place-items-center rounded-full',
        failed
          ? 'bg-failed-soft text-failed'
          : isPending
            ? 'bg-pending-soft text-pending'
            : 'bg-in-soft text-in',
      )}
    >
      <Icon className="size-3.5" strokeWidth={2.6} />
    </span>
  );
}

/** The stitched line from one event to the next. */
function EventLine() {
  return (
    <svg
      className="absolute top-7 bottom-0 left-[11px] h-[calc(100%-28px)] w-0.5 text-line"
      aria-hidden="true"
    >
      <line
        x1="1"
        y1="2"
        x2="1"
        y2="100%"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeDasharray="5 5"
        strokeLinecap="round"
      />
    </svg>
  );
}
