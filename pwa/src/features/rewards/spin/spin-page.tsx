import { useState, type ReactNode } from 'react';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isApiError, isOutcomeUnknown } from '@/data/api/errors';
import type { SpinResult, SpinSetup, SpinWheel } from '@/data/api/types';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand } from '@/data/engine/commands/send';
import { useOutcome } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { refreshResource } from '@/data/engine/resources/refresh';
import { storeSpin, buildNextSpin } from '@/data/domains/rewards/spin';
import { useSpinwheel } from '@/data/domains/rewards/use-rewards';
import { resolveMember } from '@/data/session/token';
import { delaySync } from '@/data/engine/sync/sync';
import '@/i18n/cash-texts';
import '@/i18n/spin-texts';
import { useLocale } from '@/i18n/locales';
import { useMoneyProblem } from '@/money/money-texts';
import { showSheet } from '@/nav/sheets';
import { Alert } from '@/ui/alert';
import { EmptyState } from '@/ui/empty-state';
import { formatCount } from '@/ui/format/money';
import { PageTitle } from '@/ui/heading';
import { Coin } from '@/ui/illustration';
import { Skeleton } from '@/ui/skeleton';
import { CouponTable } from './coupon-table';
import { Hub } from './hub';
import { Odds } from './odds';
import { useTurn } from './use-turn';
import { useWheelSize } from './use-wheel-size';
import { Wheel } from './wheel';

interface SpinPageProps {
  /** Renders a link to the page where spins are checked. */
  checkLink: (text: string) => ReactNode;
}

/**
 * How many ms a tap on the wheel delays syncs. The server mostly responds sooner, and the turning wheel then
 * delays them further.
 */
const TAP_DELAY_MS = 1_500;

/** Shows the wheel, the coupons won, and the odds. */
export function SpinPage({ checkLink }: SpinPageProps) {
  const { t } = useTranslation('spin');
  const locale = useLocale();
  const { data, loading } = useSpinwheel();
  const size = useWheelSize();
  const wheel = data?.result.activeSpinwheel;
  return (
    <>
      <PageTitle action={data && <Coins count={data.result.userCoin.coin} />}>
        {wheel?.names[locale] ?? t('title')}
      </PageTitle>
      {!data && loading && (
        <div className="late mx-auto mt-4" style={{ width: size, height: size }}>
          <Skeleton className="size-full rounded-full" />
        </div>
      )}
      {!data && !loading && <EmptyState title={t('missing')}>{t('missingText')}</EmptyState>}
      {data && !wheel && <EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
      {data && wheel && (
        <SpinControl wheel={wheel} size={size} coins={data.result.userCoin.coin} setup={data.result}>
          <p className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-small text-ink-2">
            <span className="inline-flex items-center gap-2">
              <ShieldCheck className="size-4.5" aria-hidden="true" />
              {t('price')}
            </span>
            {checkLink(t('check'))}
          </p>
          {/* Absent in data that an earlier version stored. */}
          {data.result.coinPer && (
            // The chat's tab at the screen's edge covers 4 px more than the page's margin.
            <p className="mt-1 px-2 text-center text-small text-pretty text-ink-2">
              {t('earned', { amount: formatCount(data.result.coinPer) })}
            </p>
          )}
        </SpinControl>
      )}
      <CouponTable wheel={wheel} />
      {wheel && <Odds wheel={wheel} />}
    </>
  );
}

function Coins({ count }: { count: number }) {
  const { t } = useTranslation('spin');
  return (
    <p className="flex min-h-9 items-center gap-2 rounded-field bg-yolk-soft px-3 font-semibold text-yolk-text">
      <Coin />
      <span className="sr-only">{t('coins')}</span>
      {formatCount(count)}
    </p>
  );
}

interface SpinControlProps {
  wheel: SpinWheel;
  setup: SpinSetup;
  size: number;
  coins: number;
  children: ReactNode;
}

function SpinControl({ wheel, setup, size, coins, children }: SpinControlProps) {
  const { t } = useTranslation('spin');
  const locale = useLocale();
  const { offline } = useConnection();
  const problem = useMoneyProblem();
  const [failure, setFailure] = useState<unknown>();
  const showPrize = (won: SpinResult) => {
    void refreshResource('spinwheel');
    showSheet('prize', { won: won._id });
  };
  const { phase, turned, won, disc, turn } = useTurn(wheel.slices, showPrize);
  // True from the tap until the wheel turns. No command is under way while the phone stores the result. A
  // second tap then would cost a second coin.
  const [isStarting, setStarting] = useState(false);
  const showFailure = (error: unknown) => {
    setStarting(false);
    setFailure(error);
  };
  const spinCommand = useOutcome('spin', undefined, {
    done: ({ result }) => {
      setStarting(true);
      // The result is stored on the phone before the wheel turns, so that closing the app loses nothing.
      void storeResult(result).finally(() => {
        turn(result);
        setStarting(false);
      });
    },
    failed: (error) => {
      if (isApiError(error)) void refreshResource('spinwheel');
      showFailure(error);
    },
  });
  const requesting = isRunning(spinCommand);
  const startSpin = () => {
    if (phase !== 'still' || isStarting || requesting || coins <= 0 || !setup.fairness) return;
    setStarting(true);
    delaySync(TAP_DELAY_MS);
    buildNextSpin(setup.fairness)
      .then(sendCommand)
      .then(({ at }) => at !== 'done' && setStarting(false))
      .catch(showFailure);
  };
  const landed = phase === 'landed' && won ? won : undefined;
  return (
    <section aria-label={t('wheel')}>
      <Wheel slices={wheel.slices} size={size} turned={turned} winning={landed?.code} disc={disc}>
        <Hub
          size={size}
          coins={coins}
          busy={isStarting || requesting || phase !== 'still'}
          offline={offline}
          onSpin={startSpin}
        />
      </Wheel>
      <p role="status" className="sr-only">
        {requesting || phase === 'turning'
          ? t('turning')
          : landed
            ? t('landed', { label: landed.labels[locale] })
            : ''}
      </p>
      {offline && <p className="mt-3 text-center text-small text-ink-2">{t('offline')}</p>}
      {children}
      <Alert
        open={failure !== undefined}
        title={t(isOutcomeUnknown(failure) ? 'unknown' : 'failed')}
        action={t('ok')}
        onClose={() => setFailure(undefined)}
      >
        {failure === undefined ? '' : problem(failure)}
      </Alert>
    </section>
  );
}

async function storeResult(result: SpinResult): Promise<void> {
  const member = await resolveMember().catch(() => null);
  if (member) await storeSpin(member, result).catch(() => {});
}
