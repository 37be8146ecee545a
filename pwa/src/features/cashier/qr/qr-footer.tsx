import { QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { createQr } from '@/data/cash/orders';
import type { QrOffer, QrState } from '@/data/cash/types';
import { isUnderWay } from '@/data/commands/machine';
import { send } from '@/data/commands/send';
import { useConnection } from '@/data/hooks/useConnection';
import { bahtOf } from '@/data/satang';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import type { ChangeDraft } from '../deposit-draft';
import { canCreate } from './qr-rules';
import { useQrMade } from './use-qr-made';

interface QrFooterProps {
  offers: readonly QrOffer[];
  offer: QrOffer;
  /** In satang. */
  amount: number | undefined;
  change: ChangeDraft;
  onQr: (qr: QrState) => void;
}

export function QrFooter({ offers, offer, amount, change, onQr }: QrFooterProps) {
  const { t } = useTranslation('cash');
  const { offline } = useConnection();
  const money = useQrMade(offer.provider, onQr, (error) => change({ refused: error }));
  const busy = isUnderWay(money);
  const ready = canCreate(offer, amount);
  const create = () => {
    if (amount === undefined || !ready) return;
    change({ refused: undefined });
    void send(
      createQr(
        offer.provider,
        amount,
        offers.map(({ provider }) => provider),
      ),
    );
  };
  return (
    <>
      <Button
        block
        icon={QrCode}
        disabled={(offline || !ready) && !busy}
        busy={busy}
        busyLabel={t('qr.creating')}
        onClick={create}
      >
        {amount ? t('qr.create', { amount: formatMoney(bahtOf(amount)) }) : t('enter')}
      </Button>
      {offline && !busy && <p className="pt-2 text-center text-small text-ink-2">{t('ways.offline')}</p>}
    </>
  );
}
