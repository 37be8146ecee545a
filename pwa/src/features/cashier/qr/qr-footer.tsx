import { QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buildQr } from '@/data/domains/cash/commands';
import { channelOf, qrProviders, type QrState } from '@/data/domains/cash/types';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand } from '@/data/engine/commands/send';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { bahtOf } from '@/data/kit/satang';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { changesAfterFailure, type ChangeDraft, type DepositDraft } from '../deposit-draft';
import { canCreateQr, findGatewayInUse, type GatewayChoice } from './qr-rules';
import { useQrOutcome } from './use-qr-outcome';

interface QrFooterProps {
  choice: GatewayChoice;
  draft: DepositDraft;
  change: ChangeDraft;
  onQr: (qr: QrState) => void;
}

/** One tap sends a request to one gateway. After a gateway failed, the button names the next gateway. */
export function QrFooter({ choice, draft, change, onQr }: QrFooterProps) {
  const { t } = useTranslation('cash');
  const { offline } = useConnection();
  const { offer, allFailed } = choice;
  const provider = findGatewayInUse(choice);
  const command = useQrOutcome(provider, {
    onQr,
    onLimited: (error) => change({ refused: error }),
    onNone: () => change(changesAfterFailure(draft, provider)),
  });
  const busy = isRunning(command);
  const amount = draft.qrAmount;
  const isReady = offer !== undefined && canCreateQr(offer, amount);
  const requestQr = () => {
    if (amount === undefined || !isReady) return;
    change({ refused: undefined, failed: allFailed ? [] : draft.failed });
    void sendCommand(buildQr(offer.provider, amount, qrProviders));
  };
  const chooseButtonText = () => {
    if (!amount) return t('enter');
    const values = { amount: formatMoney(bahtOf(amount)) };
    if (allFailed) return t('qr.retry', values);
    return draft.failed.length > 0 && offer
      ? t('qr.next', { ...values, n: channelOf(offer.provider) })
      : t('qr.create', values);
  };
  return (
    <>
      <Button
        block
        icon={QrCode}
        disabled={(offline || !isReady) && !busy}
        busy={busy}
        busyLabel={t('qr.creating')}
        onClick={requestQr}
      >
        {chooseButtonText()}
      </Button>
      {offline && !busy && <p className="pt-2 text-center text-small text-ink-2">{t('ways.offline')}</p>}
    </>
  );
}
