import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place, StatementLine } from '@/data/api/types';
import { referenceOf } from '@/data/domains/statement/reference';
import { Card, Fact } from '@/ui/card';
import { Chip } from '@/ui/chip';
import { CopyIcon } from '@/ui/copy-button';
import { cx } from '@/ui/cx';
import { formatDateTime } from '@/ui/format/time';
import { IconTile } from '@/ui/icon-tile';
import { Stitch } from '@/ui/stitch';
import { PlaceMark } from '../place-mark';
import { isAnnounced, findAppearance, formatSignedAmount } from '../appearance';
import { useSubjectText, usePlace } from '../use-place';

/**
 * Shows the amount and status, then what to do next. Below are source, target, time and the reference for
 * support.
 */
export function LineCard({ line, children }: { line: StatementLine; children: ReactNode }) {
  const { t } = useTranslation('line');
  const { t: uiText } = useTranslation('ui');
  const appearance = findAppearance(line.statementType);
  const failed = line.status === 'FAILED';
  const isCredited = appearance.sign === '+' && line.status === 'SUCCESS';
  const reference = referenceOf(line._id);
  return (
    <Card className="px-4 pb-1">
      <div className="flex flex-col items-center pt-5 pb-4 text-center">
        <IconTile icon={appearance.icon} tone={failed ? 'off' : appearance.tone} muted={failed} />
        <p className={cx('mt-2 text-h1 font-bold', isCredited && 'text-in', failed && 'text-ink-2')}>
          <span className={cx('whitespace-nowrap', failed && 'line-through decoration-2')}>
            {formatSignedAmount(line)}
          </span>{' '}
          <span className="text-body font-normal text-ink-2">
            {uiText(`unit.${line.currency === 'LAK' ? 'LAK' : 'BAHT'}`)}
          </span>
        </p>
        <p className="mt-1.5">
          <StatusChip line={line} />
        </p>
      </div>
      {children}
      <LinePlaces line={line} />
      <Row label={t('createdAt')}>{formatDateTime(line.createdAt)}</Row>
      <Row label={t('reference')} action={<CopyIcon text={reference} label={t('copyReference')} />}>
        {reference}
      </Row>
    </Card>
  );
}

function StatusChip({ line }: { line: StatementLine }) {
  const { t } = useTranslation('line');
  const { t: statementText } = useTranslation('statement');
  if (line.status === 'SUCCESS') return <Chip tone="success">{t('success')}</Chip>;
  if (line.status === 'FAILED') return <Chip tone="failed">{statementText('status.FAILED')}</Chip>;
  return (
    <Chip tone="pending">{statementText(isAnnounced(line) ? 'status.ANNOUNCED' : 'status.PENDING')}</Chip>
  );
}

function LinePlaces({ line }: { line: StatementLine }) {
  const { t } = useTranslation('line');
  const place = usePlace();
  const about = useSubjectText(line);
  const from = place(line.fromPlace, line.from);
  const to = place(line.toPlace, line.to);
  return (
    <>
      {about && <Row label={t('about')}>{about}</Row>}
      {from && (
        <Row label={t('from')}>
          <PlaceName place={line.fromPlace} placeText={from} />
        </Row>
      )}
      {to && (
        <Row label={t('to')}>
          <PlaceName place={line.toPlace} placeText={to} />
        </Row>
      )}
    </>
  );
}

function PlaceName({ place, placeText }: { place: Place | undefined; placeText: string }) {
  return (
    <>
      <PlaceMark place={place} />
      {placeText}
    </>
  );
}

function Row({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) {
  return (
    <>
      <Stitch />
      <Fact label={label} action={action}>
        {children}
      </Fact>
    </>
  );
}
