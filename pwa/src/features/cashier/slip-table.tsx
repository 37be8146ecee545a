import { useTranslation } from 'react-i18next';
import '@/i18n/cashier-texts';
import type { SlipRow } from '@/data/storage/db';
import { codeText } from '@/i18n/error-text';
import { useSlipFixText } from '@/money/use-slip-fix-text';
import { Card } from '@/ui/card';
import { Chip, type ChipTone } from '@/ui/chip';
import { cx } from '@/ui/cx';
import { formatMoney } from '@/ui/format/money';
import { formatDateTime } from '@/ui/format/time';
import { SlipIllustration } from '@/ui/illustration';
import { Stitch } from '@/ui/stitch';

const tones: Record<SlipRow['status'], ChipTone> = {
  PENDING: 'pending',
  SUCCESS: 'success',
  FAILED: 'failed',
};

interface SlipTableProps {
  slips: SlipRow[];
  onImage: (slip: SlipRow) => void;
}

/** A table with date, amount, status with its reason, and picture. On a phone the rows look like cards. */
export function SlipTable({ slips, onImage }: SlipTableProps) {
  const { t } = useTranslation('cashier');
  return (
    <Card className="@container px-4">
      <table className="block w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('slips.columns.amount')}</th>
            <th scope="col">{t('slips.columns.date')}</th>
            <th scope="col">{t('slips.columns.status')}</th>
            <th scope="col">{t('slips.columns.image')}</th>
          </tr>
        </thead>
        <tbody className="block">
          {slips.map((slip, i) => (
            <SlipTableRow key={slip.clientId} slip={slip} first={i === 0} onImage={onImage} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function SlipTableRow({
  slip,
  first,
  onImage,
}: {
  slip: SlipRow;
  first: boolean;
  onImage: (slip: SlipRow) => void;
}) {
  const { t } = useTranslation('cashier');
  const fix = useSlipFixText();
  const date = formatDateTime(slip.createdAt);
  const failed = slip.status === 'FAILED';
  // A status that this version does not know counts as in progress: its outcome is unknown.
  const known = Object.hasOwn(tones, slip.status) ? slip.status : 'PENDING';
  const status = known === 'PENDING' && slip.review ? 'review' : known;
  return (
    <tr className="relative grid grid-cols-[44px_1fr_auto] items-start gap-x-3 py-3.5 @max-[17em]:grid-cols-[44px_1fr]">
      <td className="row-span-3" aria-hidden="true">
        {!first && <Stitch className="absolute inset-x-0 top-0" />}
        <SlipIllustration />
      </td>
      <td className={cx('font-semibold', failed && 'text-ink-2')}>
        {slip.amount === null ? (
          <span className="text-small font-medium text-ink-2">{t('slips.unknownAmount')}</span>
        ) : (
          formatMoney(slip.amount)
        )}
      </td>
      <td className="col-start-2 text-small text-ink-2">{date}</td>
      <td className="col-start-2 -col-end-1 row-start-3 text-small text-ink-2 empty:hidden">
        {failed && slip.note && (
          <p className="text-failed">{t('slips.reason', { reason: codeText(slip.note) })}</p>
        )}
        {failed && fix(slip.note ?? '')}
        {status === 'PENDING' && t('slips.checking')}
      </td>
      <td className="col-start-3 row-span-2 row-start-1 grid justify-items-end gap-1 @max-[17em]:col-start-2 @max-[17em]:row-auto @max-[17em]:mt-1 @max-[17em]:justify-items-start">
        <Chip tone={tones[known]}>{t(`slips.status.${status}`)}</Chip>
        <button
          type="button"
          aria-label={t('slips.viewOf', { date })}
          onClick={() => onImage(slip)}
          className="press tap text-small font-semibold text-brand-text"
        >
          {t('slips.view')}
        </button>
      </td>
    </tr>
  );
}
