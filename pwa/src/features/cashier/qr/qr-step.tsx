import { CircleCheck, CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '@/data/api/clock';
import type { CashLine, QrState } from '@/data/domains/cash/types';
import { useFrequentSync, useLine } from '@/data/domains/statement/use-line';
import { isRunning } from '@/data/engine/commands/machine';
import { useOutcome } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { refreshResource } from '@/data/engine/resources/refresh';
import { useResource } from '@/data/engine/resources/use-resource';
import { codeText } from '@/i18n/error-text';
import { finishSheet } from '@/nav/finish';
import { closeSheet } from '@/nav/sheets';
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
import { useMoneyProblem } from '@/money/money-texts';
import { BankApps } from './bank-apps';
import { QrCode } from './qr-code';
import { LiveActions, OverFooter, SaveQr } from './qr-step-footer';

/** How often, in ms, the app polls the QR's status while the QR is shown. */
const POLL_MS = 10_000;

interface QrStepProps {
  qr: QrState;
  onBack: () => void;
  /** Called with a new QR that replaces this one. */
  onQr: (qr: QrState) => void;
  /** Called if the gateway failed to make another QR. */
  onNone: () => void;
}

/** Shows the code until it is paid, cancelled or expired. */
export function QrStep({ qr, onBack, onQr, onNone }: QrStepProps) {
  const { t } = useTranslation('cash');
  const endReason = useQrEndReason(qr);
  const paymentLine = useLine(qr.lineId ?? undefined);
  const cancelling = useCancelling(qr, onBack);
  useFrequentSync(!paymentLine);
  if (paymentLine) return <PaymentArrived line={paymentLine} />;
  return (
    <SheetPage
      title={t('qr.title')}
      onBack={onBack}
      footer={endReason ? <OverFooter qr={qr} onQr={onQr} onNone={onNone} /> : <SaveQr qr={qr} />}
    >
      <div className="space-y-3">
        <ToPay qr={qr} endReason={endReason} />
        {!endReason && <LiveActions qr={qr} cancelling={cancelling} onTransferred={closeSheet} />}
        <Notes isOver={endReason !== undefined} />
        {!endReason && <BankApps currency="BAHT" code={qr.payload ?? ''} />}
      </div>
    </SheetPage>
  );
}

/** Why a QR ended: `replaced` if the server has another QR or none. Undefined while it can be paid. */
type QrEndReason = 'expired' | 'replaced' | undefined;

function useQrEndReason(qr: QrState): QrEndReason {
  const left = useCountdown(qr.expireIn ? Date.parse(qr.expireIn) : 0, serverNow);
  const { data } = useResource('qr', qr.provider);
  useEffect(() => {
    const timer = setInterval(() => void refreshResource('qr', qr.provider), POLL_MS);
    return () => clearInterval(timer);
  }, [qr.provider]);
  if (qr.expireIn && left === 0) return 'expired';
  return data && data.qrcodeId !== qr.qrcodeId ? 'replaced' : undefined;
}

/**
 * Returns whether a cancellation is under way. The page calls the hook, because the button may be gone before
 * the response arrives.
 */
function useCancelling(qr: QrState, onCancelled: () => void): boolean {
  const { t } = useTranslation('cash');
  const problem = useMoneyProblem();
  const command = useOutcome('cancelQr', qr.qrcodeId, {
    done: () => {
      toast.done(t('qr.cancelled'));
      onCancelled();
    },
    failed: (error) => toast.error(problem(error)),
  });
  return isRunning(command);
}

function ToPay({ qr, endReason }: { qr: QrState; endReason: QrEndReason }) {
  const { t } = useTranslation('cash');
  return (
    <Card className="flex flex-col items-center gap-3 px-4 pt-4 pb-5 lying:flex-row lying:gap-5 lying:p-3">
      <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <p className="text-small text-ink-2">{t('qr.toPay')}</p>
          <p className="text-amount font-bold">
            <Amount value={qr.transferAmount} unit={t('unit')} unitClass="text-ink-2" />
          </p>
          {qr.transferAmount !== qr.amount && (
            <p className="text-small font-medium text-pending">{t('qr.exact')}</p>
          )}
        </div>
        {endReason ? (
          <p role="status" className="font-semibold">
            {t(endReason === 'expired' ? 'qr.over' : 'qr.ended')}
          </p>
        ) : (
          qr.expireIn && (
            <Countdown
              until={Date.parse(qr.expireIn)}
              now={serverNow}
              whole={qr.timeLimit * 60}
              label={t('qr.left')}
            />
          )
        )}
      </div>
      <QrCode
        qr={qr}
        label={t('qr.alt', { amount: formatMoney(qr.transferAmount) })}
        isExpired={endReason !== undefined}
      />
    </Card>
  );
}

function Notes({ isOver }: { isOver: boolean }) {
  const { t } = useTranslation('cash');
  const { offline } = useConnection();
  if (isOver) return <p className="px-1 text-center text-small text-ink-2">{t('qr.overText')}</p>;
  return (
    <>
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

/**
 * Shown when the payment has arrived. The money is credited, or held for return if the member may not receive
 * it.
 */
function PaymentArrived({ line }: { line: CashLine }) {
  const { t } = useTranslation('cash');
  const amount = formatMoney(line.amount);
  const isHeld = line.status === 'FAILED';
  return (
    <ResultStep
      outcome={isHeld ? 'pending' : 'done'}
      title={t(isHeld ? 'qr.held' : 'qr.paid', { amount })}
      footer={
        <Button block onClick={finishSheet}>
          {t('finish')}
        </Button>
      }
    >
      {isHeld && (
        <>
          <p>{codeText(line.note ?? 'DEPOSIT_LIMIT')}</p>
          <p>{t('qr.heldText')}</p>
        </>
      )}
    </ResultStep>
  );
}
