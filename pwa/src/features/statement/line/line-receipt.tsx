import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatementLine } from '@/data/api/types';
import { referenceOf } from '@/data/domains/statement/reference';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { formatDateTime } from '@/ui/format/time';
import { sharePicture } from '@/ui/picture';
import { toast } from '@/ui/toast';
import { findAppearance } from '../appearance';
import { useSubjectText, usePlace } from '../use-place';
import { drawReceipt, type ReceiptTexts } from './receipt';

interface LineReceiptProps {
  line: StatementLine;
  /** When the line was completed, if known. */
  doneAt: string | undefined;
  appName: string;
}

/** Shares a completed statement line as a picture. */
export function LineReceipt(props: LineReceiptProps) {
  const { t } = useTranslation('line');
  const [busy, setBusy] = useState(false);
  const texts = useReceiptTexts(props);
  const share = async () => {
    setBusy(true);
    try {
      const result = await sharePicture(
        await drawReceipt(texts),
        `receipt-${referenceOf(props.line._id)}.png`,
      );
      if (result === 'saved') toast.done(t('saved'));
    } catch {
      toast.error(t('shareFailed'));
    }
    setBusy(false);
  };
  return (
    <div className="grid pb-3">
      <Button variant="tonal" icon={Share2} busy={busy} busyLabel={t('sharing')} onClick={() => void share()}>
        {t('share')}
      </Button>
    </div>
  );
}

/** Returns the texts of the line's receipt. Accounts are shown by their last digits, as everywhere in the app. */
function useReceiptTexts({ line, doneAt, appName }: LineReceiptProps): ReceiptTexts {
  const { t } = useTranslation('line');
  const { t: tStatement } = useTranslation('statement');
  const { t: tUi } = useTranslation('ui');
  const place = usePlace();
  const about = useSubjectText(line);
  const [createdText, doneText] = [formatDateTime(line.createdAt), doneAt && formatDateTime(doneAt)];
  const rows = [
    { label: t('about'), value: about ?? '' },
    { label: t('from'), value: place(line.fromPlace, line.from) },
    { label: t('to'), value: place(line.toPlace, line.to) },
    { label: t('createdAt'), value: createdText },
    { label: t('doneAt'), value: doneText && doneText !== createdText ? doneText : '' },
    { label: t('reference'), value: referenceOf(line._id) },
  ];
  return {
    app: appName,
    title: t('receipt'),
    status: t('success'),
    type: tStatement(`type.${findAppearance(line.statementType).label}`),
    amount: formatMoney(line.amount),
    unit: tUi(`unit.${line.currency === 'LAK' ? 'LAK' : 'BAHT'}`),
    rows: rows.filter(({ value }) => value),
  };
}
