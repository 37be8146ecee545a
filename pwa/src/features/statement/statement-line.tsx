import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashLine } from '@/data/cash/types';
import { codeText } from '@/i18n/error-text';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { cx } from '@/ui/cx';
import { formatClock } from '@/ui/format/time';
import { IconTile } from '@/ui/icon-tile';
import { descriptionOf, lookOf, signedAmount } from './statement-look';
import { usePlace } from './use-place';

interface StatementLineProps {
  line: CashLine;
  /** What the way here was about: it shows itself. */
  marked?: boolean;
  /** Where a withdrawal can be taken back from. */
  onCancel?: (id: string) => void;
}

/** One movement: what, from where to where, how much and when. Success is quiet. */
export function StatementLine({ line, marked, onCancel }: StatementLineProps) {
  const { t } = useTranslation('statement');
  const look = lookOf(line.statementType);
  const failed = line.status === 'FAILED';
  const settledIn = look.sign === '+' && line.status === 'SUCCESS';
  return (
    <div ref={useShown(marked)} className={cx('flex gap-3 py-3', marked && '-mx-2 rounded-field bg-brand-soft px-2')}>
      <IconTile icon={look.icon} tone={failed ? 'off' : look.tone} muted={failed} />
      {/* With large text the amount takes a line of its own: it is never cut, nor squeezes the words. */}
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <div className="min-w-0 flex-[1_1_6em]">
          <p className="font-medium">{t(`type.${look.label}`)}</p>
          <p className="text-small text-ink-2">
            <Route line={line} />
          </p>
          {line.status !== 'SUCCESS' && (
            <p className="mt-1 flex flex-wrap items-center gap-2 text-small text-ink-2">
              <Chip tone={failed ? 'failed' : 'pending'}>{t(failed ? 'status.FAILED' : 'status.PENDING')}</Chip>
              {failed && line.note && <span>{codeText(line.note)}</span>}
            </p>
          )}
          {line.canCancel && onCancel && (
            <Button variant="danger" className="-mb-2 -ml-4" onClick={() => onCancel(line._id)}>
              {t('cancel')}
            </Button>
          )}
        </div>
        <div className="ml-auto text-right">
          <p
            className={cx(
              'font-semibold whitespace-nowrap',
              settledIn && 'text-in',
              failed && 'text-ink-2 line-through decoration-2',
            )}
          >
            {signedAmount(line)}
          </p>
          <p className="text-small text-ink-2">{formatClock(line.createdAt)}</p>
        </div>
      </div>
    </div>
  );
}

/** Scrolls to it once it is there. */
function useShown(marked = false) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (marked) ref.current?.scrollIntoView({ block: 'center' });
  }, [marked]);
  return ref;
}

function Route({ line }: { line: CashLine }) {
  const description = descriptionOf(line);
  const place = usePlace();
  if (description) return description;
  return [line.from, line.to].filter(Boolean).map(place).join(' → ');
}
