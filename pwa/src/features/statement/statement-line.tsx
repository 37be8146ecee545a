import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashLine } from '@/data/domains/cash/types';
import '@/i18n/statement-texts';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { formatClock } from '@/ui/format/time';
import { StatementRow } from './statement-row';
import { PlaceMark } from './place-mark';
import { findNextActor, findAppearance, formatSignedAmount } from './appearance';
import { useNoteText } from './use-note-text';
import { useSubjectText, usePlace } from './use-place';

/** Renders a link to a line's page that covers the whole row. */
export type LineLink = (id: string, text: string, name: string) => ReactNode;

interface StatementLineProps {
  line: CashLine;
  /** Marks the line that a link led to, and scrolls to it. */
  marked?: boolean;
  hidden?: boolean;
  link?: LineLink;
  /** Called to cancel a withdrawal. Absent if cancelling is not offered here. */
  onCancel?: (id: string) => void;
}

/**
 * Shows one statement line: kind, source and target, amount and time. A successful line has no status chip.
 */
export function StatementLineRow({ line, marked, hidden, link, onCancel }: StatementLineProps) {
  const { t } = useTranslation('statement');
  const appearance = findAppearance(line.statementType);
  const failed = line.status === 'FAILED';
  return (
    <StatementRow
      ref={useScrollTo(marked)}
      icon={appearance.icon}
      tone={appearance.tone}
      title={t(`type.${appearance.label}`)}
      link={link && ((text, name) => link(line._id, text, name))}
      about={<LineRoute line={line} />}
      amount={formatSignedAmount(line)}
      time={formatClock(line.createdAt)}
      hidden={hidden}
      marked={marked}
      failed={failed}
      credited={appearance.sign === '+' && line.status === 'SUCCESS'}
    >
      {(line.status !== 'SUCCESS' || line.note) && <LineState line={line} />}
      {line.canCancel && onCancel && (
        <Button variant="danger" className="relative -mb-2 -ml-4" onClick={() => onCancel(line._id)}>
          {t('cancel')}
        </Button>
      )}
    </StatementRow>
  );
}

/**
 * Shows who acts next on a pending line, or why it failed. A done line has a note if the money went
 * elsewhere.
 */
function LineState({ line }: { line: CashLine }) {
  const { t } = useTranslation('statement');
  const failed = line.status === 'FAILED';
  const actor = findNextActor(line);
  const noteText = useNoteText();
  const statusKey = failed ? 'status.FAILED' : actor === 'member' ? 'status.ANNOUNCED' : 'status.PENDING';
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-small text-ink-2">
      {line.status !== 'SUCCESS' && <Chip tone={failed ? 'failed' : 'pending'}>{t(statusKey)}</Chip>}
      {line.status === 'PENDING' && actor !== 'member' && <span>{t(`with.${actor}`)}</span>}
      {line.status !== 'PENDING' && line.note && <span>{noteText(line)}</span>}
    </p>
  );
}

/** Scrolls to the element once it is rendered. */
function useScrollTo(marked = false) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (marked) ref.current?.scrollIntoView({ block: 'center' });
  }, [marked]);
  return ref;
}

function LineRoute({ line }: { line: CashLine }) {
  const about = useSubjectText(line);
  const place = usePlace();
  if (about) return about;
  const places = [
    { place: line.fromPlace, words: place(line.fromPlace, line.from) },
    { place: line.toPlace, words: place(line.toPlace, line.to) },
  ];
  return places
    .filter(({ words }) => words)
    .map((entry, i) => (
      <Fragment key={entry === places[0] ? 'from' : 'to'}>
        {i > 0 && ' → '}
        <PlaceMark place={entry.place} />
        {entry.words}
      </Fragment>
    ));
}
