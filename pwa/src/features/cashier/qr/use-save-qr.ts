import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrState } from '@/data/cash/types';
import { formatMoney } from '@/ui/format/money';
import { formatClock, formatDate } from '@/ui/format/time';
import { toast } from '@/ui/toast';
import { drawQr, savePicture } from './save-picture';

/** Whether it is being drawn, and the way to have it drawn and saved. */
export function useSaveQr(qr: QrState): [boolean, () => Promise<void>] {
  const { t } = useTranslation('cash');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const picture = await drawQr(qr, {
        title: t('qr.toPay'),
        amount: t('baht', { amount: formatMoney(qr.transferAmount) }),
        until: qr.expireIn
          ? `${t('qr.until', { time: formatClock(qr.expireIn) })} ${formatDate(qr.expireIn)}`
          : '',
        once: t('qr.once'),
      });
      const how = await savePicture(picture, `krapao-qr-${qr.transferAmount.toFixed(2)}.png`);
      if (how === 'saved') toast.done(t('qr.saved'));
    } catch {
      toast.error(t('qr.saveFailed'));
    }
    setBusy(false);
  };
  return [busy, save];
}
