import { CircleCheck, CloudOff, ImageDown, RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '@/data/api/clock';
import { refresh } from '@/data/cache';
import { send } from '@/data/cash/money';
import { cancelQr, cancelQrName, createQr, qrName } from '@/data/cash/orders';
import { refreshQr, useQr } from '@/data/cash/qr';
import type { QrOffer, QrState } from '@/data/cash/types';
import { isBusy, useOutcome } from '@/data/cash/useOutcome';
import { useEagerSync } from '@/data/cash/useLine';
import { useConnection } from '@/data/hooks/useConnection';
import { useMemberDb } from '@/data/hooks/useDatabase';
import { satangOf } from '@/data/satang';
import { Amount } from '@/ui/amount';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Countdown } from '@/ui/countdown';
import { formatMoney } from '@/ui/format/money';
import { ResultStep } from '@/ui/result-step';
import { SheetPage } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { useCountdown } from '@/ui/use-countdown';
import { DepositRefused } from '../deposit-refused';
import { useMoneyProblem } from '../money-words';
import { QrCode } from './qr-code';
import { findPaid, usePaid } from './use-paid';
import { useQrMade } from './use-qr-made';
import { useSaveQr } from './use-save-qr';

/** How often the gateway's word is asked for while somebody looks. */
const ASK_STATE_MS = 10_000;

interface QrStepProps {
  qr: QrState;
  offers: readonly QrOffer[];
  onBack: () => void;
  /** Another one has taken its place. */
  onQr: (qr: QrState) => void;
  onFinish: () => void;
}

/** The code until it is paid, cancelled or run out. */
export function QrStep({ qr, offers, onBack, onQr, onFinish }: QrStepProps) {
  const { t } = useTranslation('cash');
  const paid = usePaid(qr);
  const end = useEnd(qr);
  const problem = useMoneyProblem();
  const cancelling = useOutcome<QrState>(cancelQrName(qr.qrcodeId), {
    done: () => {
      toast.done(t('qr.cancelled'));
      onBack();
    },
    failed: (error) => toast.error(problem(error)),
  });
  useEagerSync(!paid);
  if (paid) {
    return (
      <ResultStep
        outcome="done"
        title={t('qr.paid', { amount: formatMoney(paid.amount) })}
        footer={
          <Button block onClick={onFinish}>
            {t('finish')}
          </Button>
        }
      />
    );
  }
  return (
    <SheetPage
      title={t('qr.title')}
      onBack={onBack}
      footer={end ? <OverFooter qr={qr} offers={offers} onQr={onQr} /> : <LiveFooter qr={qr} cancelling={isBusy(cancelling)} />}
    >
      <div className="space-y-3">
        <Card className="flex flex-col items-center gap-3 px-4 pt-4 pb-5">
          <div className="text-center">
            <p className="text-small text-ink-2">{t('qr.toPay')}</p>
            <p className="text-amount font-bold">
              <Amount value={qr.transferAmount} unit={t('unit')} unitClass="text-ink-2" />
            </p>
          </div>
          <QrCode qr={qr} label={t('qr.alt', { amount: formatMoney(qr.transferAmount) })} isOver={end !== undefined} />
          {end ? (
            <p role="status" className="font-semibold">
              {t(end === 'time' ? 'qr.over' : 'qr.ended')}
            </p>
          ) : (
            qr.expireIn && <Countdown until={Date.parse(qr.expireIn)} now={serverNow} whole={qr.timeLimit * 60} label={t('qr.left')} />
          )}
        </Card>
        <Notes qr={qr} isOver={end !== undefined} />
      </div>
    </SheetPage>
  );
}

/** Why it cannot be paid any more: its time, or the server's word. */
function useEnd(qr: QrState): 'time' | 'word' | undefined {
  const left = useCountdown(qr.expireIn ? Date.parse(qr.expireIn) : 0, serverNow);
  const { data } = useQr(qr.provider);
  useEffect(() => {
    const timer = setInterval(() => void refreshQr(qr.provider), ASK_STATE_MS);
    return () => clearInterval(timer);
  }, [qr.provider]);
  if (qr.expireIn && left === 0) return 'time';
  return data && data.qrcodeId !== qr.qrcodeId ? 'word' : undefined;
}

function Notes({ qr, isOver }: { qr: QrState; isOver: boolean }) {
  const { t } = useTranslation('cash');
  const { offline } = useConnection();
  if (isOver) return <p className="px-1 text-center text-small text-ink-2">{t('qr.overText')}</p>;
  return (
    <>
      {qr.transferAmount !== qr.amount && (
        <Banner tone="pending" icon={TriangleAlert}>
          {t('qr.exact', { amount: formatMoney(qr.transferAmount) })}
        </Banner>
      )}
      {offline && (
        <Banner tone="strip" icon={CloudOff}>
          {t('qr.offline')}
        </Banner>
      )}
      <p className="flex gap-3 px-1 text-small text-ink-2">
        <CircleCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        {t('qr.advice')}
      </p>
    </>
  );
}

function LiveFooter({ qr, cancelling }: { qr: QrState; cancelling: boolean }) {
  const { t } = useTranslation('cash');
  const { offline } = useConnection();
  const db = useMemberDb();
  const [checking, setChecking] = useState(false);
  const [saving, save] = useSaveQr(qr);
  const check = async () => {
    setChecking(true);
    await Promise.all([refresh('sync'), refresh('home'), refreshQr(qr.provider)]);
    setChecking(false);
    if (!(db && (await findPaid(db, qr)))) toast.done(t('qr.notYet'));
  };
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button block icon={ImageDown} className="col-span-2" busy={saving} onClick={() => void save()}>
        {t('qr.save')}
      </Button>
      <Button variant="tonal" icon={RefreshCw} disabled={offline} busy={checking} onClick={() => void check()}>
        {t('qr.check')}
      </Button>
      <Button variant="danger" disabled={offline} busy={cancelling} onClick={() => void send(cancelQr(qr))}>
        {t('qr.cancel')}
      </Button>
    </div>
  );
}

function OverFooter({ qr, offers, onQr }: Pick<QrStepProps, 'qr' | 'offers' | 'onQr'>) {
  const { t } = useTranslation('cash');
  const { offline } = useConnection();
  const [refused, setRefused] = useState<unknown>();
  const money = useQrMade(qrName(qr.provider), onQr, setRefused);
  const again = () => void send(createQr(qr.provider, satangOf(qr.amount), offers.map(({ provider }) => provider)));
  return (
    <div className="grid gap-2">
      <DepositRefused error={refused} />
      <Button block icon={RefreshCw} disabled={offline && !isBusy(money)} busy={isBusy(money)} busyLabel={t('qr.creating')} onClick={again}>
        {t('qr.again')}
      </Button>
      {offline && <p className="text-center text-small text-ink-2">{t('ways.offline')}</p>}
    </div>
  );
}
