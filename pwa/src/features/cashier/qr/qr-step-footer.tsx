import { ImageDown, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildQrCancellation, buildQr } from '@/data/domains/cash/commands';
import { qrProviders, type QrState } from '@/data/domains/cash/types';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand } from '@/data/engine/commands/send';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useMemberDb } from '@/data/engine/live/live';
import { refreshHome } from '@/data/engine/home/home';
import { refreshResource } from '@/data/engine/resources/refresh';
import { satangOf } from '@/data/kit/satang';
import { syncNow } from '@/data/engine/sync/sync';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { formatClock, formatDate } from '@/ui/format/time';
import { savePicture } from '@/ui/picture';
import { toast } from '@/ui/toast';
import { DepositRefused } from '../deposit-refused';
import { drawQr } from './qr-file';
import { useQrOutcome } from './use-qr-outcome';

/** Saves the QR as a picture. The button is in the sheet's footer, so it stays visible. */
export function SaveQr({ qr }: { qr: QrState }) {
  const { t } = useTranslation('cash');
  const [saving, save] = useSaveQr(qr);
  return (
    <Button icon={ImageDown} block busy={saving} onClick={() => void save()}>
      {t('qr.save')}
    </Button>
  );
}

interface LiveActionsProps {
  qr: QrState;
  cancelling: boolean;
  /** Called when the member says that they paid but no money has arrived yet. */
  onTransferred: () => void;
}

/** Buttons to say that the QR was paid, or to cancel it. */
export function LiveActions({ qr, cancelling, onTransferred }: LiveActionsProps) {
  const { t } = useTranslation('cash');
  const { offline } = useConnection();
  const [checking, check] = usePaymentCheck(qr, onTransferred);
  return (
    <div className="flex flex-wrap gap-2 *:flex-1">
      <Button
        variant="tonal"
        icon={RefreshCw}
        disabled={offline}
        busy={checking}
        onClick={() => void check()}
      >
        {t('qr.transferred')}
      </Button>
      <Button
        variant="danger"
        disabled={offline}
        busy={cancelling}
        onClick={() => void sendCommand(buildQrCancellation(qr))}
      >
        {t('qr.cancel')}
      </Button>
    </div>
  );
}

/**
 * Returns whether a check is under way, and a function that starts one. A check refreshes all data that may
 * contain the payment. If none is found, a toast shows this, or that the check failed, and `onTransferred`
 * is called. The code can still be paid.
 */
function usePaymentCheck(qr: QrState, onTransferred: () => void): [boolean, () => Promise<void>] {
  const { t } = useTranslation('cash');
  const db = useMemberDb();
  const [checking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    const [synced] = await Promise.all([syncNow(), refreshHome(), refreshResource('qr', qr.provider)]);
    setChecking(false);
    if (qr.lineId && (await db?.statement.get(qr.lineId))) return;
    if (synced) toast.done(t('qr.onItsWay'));
    else toast.error(t('qr.notAsked'));
    onTransferred();
  };
  return [checking, check];
}

interface OverFooterProps {
  qr: QrState;
  onQr: (qr: QrState) => void;
  /** Called if the gateway failed to make another QR. The deposit methods then offer the next gateway. */
  onNone: () => void;
}

export function OverFooter({ qr, onQr, onNone }: OverFooterProps) {
  const { t } = useTranslation('cash');
  const { offline } = useConnection();
  const [refused, setRefused] = useState<unknown>();
  const command = useQrOutcome(qr.provider, { onQr, onLimited: setRefused, onNone });
  const busy = isRunning(command);
  const requestAgain = () => void sendCommand(buildQr(qr.provider, satangOf(qr.amount), qrProviders));
  return (
    <div className="grid gap-2">
      <DepositRefused error={refused} />
      <Button
        block
        icon={RefreshCw}
        disabled={offline && !busy}
        busy={busy}
        busyLabel={t('qr.creating')}
        onClick={requestAgain}
      >
        {t('qr.again')}
      </Button>
      {offline && !busy && <p className="text-center text-small text-ink-2">{t('ways.offline')}</p>}
    </div>
  );
}

/** Returns whether the picture is being drawn, and a function that draws and saves it. */
function useSaveQr(qr: QrState): [boolean, () => Promise<void>] {
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
      const result = await savePicture(picture, `krapao-qr-${qr.transferAmount.toFixed(2)}.png`);
      if (result === 'saved') toast.done(t('qr.saved'));
    } catch {
      toast.error(t('qr.saveFailed'));
    }
    setBusy(false);
  };
  return [busy, save];
}
