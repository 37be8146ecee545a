import {
  CircleCheck,
  Clock,
  CloudOff,
  HardDrive,
  ImagePlus,
  Send,
  Share2,
  TriangleAlert,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/cashier-texts';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useStorageNotice } from '@/data/storage/use-storage-notice';
import { canSendWhileClosed } from '@/data/engine/outbox/queue';
import { enqueueSlip } from '@/data/domains/slip/enqueue-slip';
import { useResource } from '@/data/engine/resources/use-resource';
import { readSlipQr } from '@/data/domains/slip/read-qr';
import { errorText } from '@/i18n/error-text';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { formatClock } from '@/ui/format/time';
import { SheetPage } from '@/ui/sheet';
import { Spinner } from '@/ui/spinner';
import { PickPicture } from './pick-picture';

/** The result of the app's own check of the picture, before it is sent. */
type EarlyCheck = 'reading' | 'good' | 'noQr' | 'otherQr';

interface SendSlipProps {
  file: File;
  /** The picture came from another app, so it may be another person's slip; the page warns of this. */
  isShared: boolean;
  onBack: () => void;
  onOther: (file: File) => void;
  /** The slip is stored in the outbox, which will send it. */
  onKept: (id: string) => void;
}

/**
 * Shows the picture, the result of a first check of its QR code, and what will happen to the slip. One
 * instance shows one file.
 */
export function SendSlip({ file, isShared, onBack, onOther, onKept }: SendSlipProps) {
  const { t } = useTranslation('cashier');
  const check = useEarlyCheck(file);
  const preview = useObjectUrl(file);
  const { busy, failure, send } = useSend(file, onKept);
  const doubtful = check === 'noQr' || check === 'otherQr';
  return (
    <PickPicture onPicked={onOther}>
      {(pick) => (
        <SheetPage
          title={t('send.title')}
          onBack={onBack}
          footer={
            <div className="grid gap-2">
              {doubtful && (
                <Button block icon={ImagePlus} onClick={pick}>
                  {t('send.other')}
                </Button>
              )}
              <Button
                block
                variant={doubtful ? 'quiet' : 'primary'}
                icon={doubtful ? undefined : Send}
                busy={busy}
                busyLabel={t('send.busy')}
                onClick={() => void send()}
              >
                {t(doubtful ? 'send.anyway' : 'send.submit')}
              </Button>
            </div>
          }
        >
          <div className="space-y-3">
            {isShared && (
              <Banner tone="info" icon={Share2}>
                {t('send.shared')}
              </Banner>
            )}
            <img
              src={preview}
              alt={t('send.alt')}
              className="mx-auto max-h-[44dvh] min-h-32 rounded-card bg-surface object-contain shadow-e1"
            />
            {failure ? (
              <Banner tone="failed" icon={TriangleAlert} role="alert">
                {failure}
              </Banner>
            ) : (
              <EarlyCheckBanner check={check} />
            )}
            <WaitNotice />
          </div>
        </SheetPage>
      )}
    </PickPicture>
  );
}

/** Puts the slip into the outbox. `failure` says why the phone could not store it. */
function useSend(file: File, onKept: SendSlipProps['onKept']) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async () => {
    setBusy(true);
    try {
      onKept(await enqueueSlip(file));
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return { busy, failure, send };
}

/** Shows the result of the app's own check of the picture. */
function EarlyCheckBanner({ check }: { check: EarlyCheck }) {
  const { t } = useTranslation('cashier');
  if (check === 'reading') {
    return (
      <p role="status" className="late flex items-center justify-center gap-2.5 py-2 text-small text-ink-2">
        <Spinner />
        {t('send.reading')}
      </p>
    );
  }
  const good = check === 'good';
  return (
    <Banner tone={good ? 'success' : 'pending'} icon={good ? CircleCheck : TriangleAlert} role="status">
      {t(`send.${check}`)}
    </Banner>
  );
}

/** Says, before sending, why the slip may be sent only later. */
function WaitNotice() {
  const { t } = useTranslation('cashier');
  const { offline } = useConnection();
  const memory = useStorageNotice() === 'memory';
  const hours = useResource('slip').data;
  if (memory) {
    return (
      <Banner tone="pending" icon={HardDrive}>
        {t('send.memory')}
      </Banner>
    );
  }
  if (hours && !hours.open) {
    const { closedUntil } = hours;
    return (
      <Banner tone="info" icon={Clock}>
        {closedUntil ? t('send.closedUntil', { time: formatClock(closedUntil) }) : t('send.closed')}
      </Banner>
    );
  }
  if (!offline) return null;
  return (
    <Banner tone="strip" icon={CloudOff}>
      {t(canSendWhileClosed() ? 'send.offline' : 'send.offlineOpen')}
    </Banner>
  );
}

function useEarlyCheck(file: File): EarlyCheck {
  const [check, setCheck] = useState<EarlyCheck>('reading');
  useEffect(() => {
    let isCurrent = true;
    void readSlipQr(file).then(({ found, isSlip }) => {
      if (isCurrent) setCheck(isSlip ? 'good' : found ? 'otherQr' : 'noQr');
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return check;
}

function useObjectUrl(file: File): string {
  const [url] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return url;
}
