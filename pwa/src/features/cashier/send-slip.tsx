import { CircleCheck, Clock, CloudOff, HardDrive, ImagePlus, Send, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '@/data/hooks/useConnection';
import { useStorageNotice } from '@/data/hooks/useStorageNotice';
import { enqueueSlip } from '@/data/outbox/kinds/slip/enqueueSlip';
import { useResource } from '@/data/resources/useResource';
import { readSlipQr } from '@/data/slip/readQr';
import { errorText } from '@/i18n/error-text';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { formatClock } from '@/ui/format/time';
import { SheetPage } from '@/ui/sheet';
import { Spinner } from '@/ui/spinner';
import { PickPicture } from './pick-picture';

type EarlyWord = 'reading' | 'good' | 'noQr' | 'otherQr';

interface SendSlipProps {
  file: File;
  onBack: () => void;
  onOther: (file: File) => void;
  /** Safe on the phone; from here it goes by itself. */
  onKept: (id: string) => void;
}

/** The picture, an early word on its QR, and what will happen with it. One file for its lifetime. */
export function SendSlip({ file, onBack, onOther, onKept }: SendSlipProps) {
  const { t } = useTranslation('cashier');
  const word = useEarlyWord(file);
  const preview = useObjectUrl(file);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const doubtful = word === 'noQr' || word === 'otherQr';
  const send = async () => {
    setBusy(true);
    try {
      onKept(await enqueueSlip(file));
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
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
              <EarlyWordBanner word={word} />
            )}
            <WaitNotice />
          </div>
        </SheetPage>
      )}
    </PickPicture>
  );
}

function EarlyWordBanner({ word }: { word: EarlyWord }) {
  const { t } = useTranslation('cashier');
  if (word === 'reading') {
    return (
      <p role="status" className="flex items-center justify-center gap-2.5 py-2 text-small text-ink-2">
        <Spinner />
        {t('send.reading')}
      </p>
    );
  }
  const good = word === 'good';
  return (
    <Banner tone={good ? 'success' : 'pending'} icon={good ? CircleCheck : TriangleAlert} role="status">
      {t(`send.${word}`)}
    </Banner>
  );
}

/** Why it may not go out at once, said before it is sent. */
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
      {t('send.offline')}
    </Banner>
  );
}

function useEarlyWord(file: File): EarlyWord {
  const [word, setWord] = useState<EarlyWord>('reading');
  useEffect(() => {
    let current = true;
    void readSlipQr(file).then(({ found, slip }) => {
      if (current) setWord(slip ? 'good' : found ? 'otherQr' : 'noQr');
    });
    return () => {
      current = false;
    };
  }, [file]);
  return word;
}

function useObjectUrl(file: File): string {
  const [url] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return url;
}
