import { Fragment, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '@/data/api/types';
import type { CashLine } from '@/data/cash/types';
import '@/i18n/statement-texts';
import { codeText } from '@/i18n/error-text';
import { bankMarks } from '@/ui/bank-marks';
import { BankMark } from '@/ui/bank-tile';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { formatClock } from '@/ui/format/time';
import { MovementRow } from './movement-row';
import { descriptionOf, isAnnounced, lookOf, signedAmount } from './statement-look';
import { usePlace } from './use-place';

interface StatementLineProps {
  line: CashLine;
  /** What the way here was about: it shows itself. */
  marked?: boolean;
  hidden?: boolean;
  /** Where a withdrawal can be taken back from. */
  onCancel?: (id: string) => void;
}

/** One movement: what, from where to where, how much and when. Success is quiet. */
export function StatementLine({ line, marked, hidden, onCancel }: StatementLineProps) {
  const { t } = useTranslation('statement');
  const look = lookOf(line.statementType);
  const failed = line.status === 'FAILED';
  return (
    <MovementRow
      ref={useShown(marked)}
      icon={look.icon}
      tone={look.tone}
      title={t(`type.${look.label}`)}
      about={<Route line={line} />}
      amount={signedAmount(line)}
      time={formatClock(line.createdAt)}
      hidden={hidden}
      marked={marked}
      failed={failed}
      settledIn={look.sign === '+' && line.status === 'SUCCESS'}
    >
      {(line.status !== 'SUCCESS' || line.note) && <Standing line={line} />}
      {line.canCancel && onCancel && (
        <Button variant="danger" className="-mb-2 -ml-4" onClick={() => onCancel(line._id)}>
          {t('cancel')}
        </Button>
      )}
    </MovementRow>
  );
}

/** What an unfinished line waits for, or why it failed; a done one tells why it ended elsewhere. */
function Standing({ line }: { line: CashLine }) {
  const { t } = useTranslation('statement');
  const failed = line.status === 'FAILED';
  const word = failed ? 'status.FAILED' : isAnnounced(line) ? 'status.ANNOUNCED' : 'status.PENDING';
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-small text-ink-2">
      {line.status !== 'SUCCESS' && <Chip tone={failed ? 'failed' : 'pending'}>{t(word)}</Chip>}
      {line.status !== 'PENDING' && line.note && <span>{codeText(line.note)}</span>}
    </p>
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
  const { t } = useTranslation('statement');
  const description = descriptionOf(line);
  const place = usePlace();
  if (line.invite && description) return t('about.invite', { what: description });
  if (line.refund && description) return t('about.refund', { what: description });
  if (description) return description;
  const ends = [
    { place: line.fromPlace, words: place(line.fromPlace, line.from) },
    { place: line.toPlace, words: place(line.toPlace, line.to) },
  ];
  return ends
    .filter(({ words }) => words)
    .map((end, i) => (
      <Fragment key={end === ends[0] ? 'from' : 'to'}>
        {i > 0 && ' → '}
        <PlaceMark place={end.place} />
        {end.words}
      </Fragment>
    ));
}

/** The picture of a bank, or of the wallet that gifts come from, before its name. */
function PlaceMark({ place }: { place: Place | undefined }) {
  const code = place?.kind === 'gift' ? 'TRUEWALLET' : place?.kind === 'bank' ? place.code : undefined;
  if (!code || !Object.hasOwn(bankMarks, code)) return null;
  return <BankMark code={code} className="mr-1 inline-block size-[1.3em] rounded-[4px] align-[-0.25em]" />;
}
