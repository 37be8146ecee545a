import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '@/data/api/client';
import { waitForServerTime } from '@/data/api/clock';
import type { ResponseOf } from '@/data/api/routes';
import {
  isDue,
  storeTime,
  addElapsed,
  readTime,
  TICK_MS,
  stableServerNow,
  type RealityTime,
} from '@/data/domains/care/reality-clock';
import { useResource } from '@/data/engine/resources/use-resource';
import { getSession, resolveMember } from '@/data/session/token';
import '@/i18n/care-texts';
import { showSheet } from '@/nav/sheets';
import { buttonClass } from '@/ui/button';
import { ConfirmFacts } from '@/ui/confirm-step';
import { FocusAtOnce } from '@/ui/focus-at-once';
import { formatMoney } from '@/ui/format/money';
import { useBackLayer } from '@/ui/layers';

type Sums = ResponseOf<'GET', '/api/care/reality'>;

/**
 * Shows, at the member's chosen interval, how long the member has used the app and how much money went in and
 * out.
 */
export default function RealityCheck() {
  const { data } = useResource('care');
  const minutes = data?.reality;
  const [shownTime, setShownTime] = useState<RealityTime>();
  const tick = useEffectEvent(async () => {
    const member = await resolveMember().catch(() => null);
    const now = stableServerNow();
    if (!member || !minutes || now === undefined) return;
    const time = addElapsed(readTime(member.memberId, now), now, document.visibilityState === 'visible');
    const due = isDue(time, minutes) && document.visibilityState === 'visible';
    storeTime(due ? { ...time, told: time.used } : time);
    if (due) setShownTime(time);
  });
  useEffect(() => {
    let isGone = false;
    const runTick = () => void tick();
    const firstTick = setTimeout(() => void waitForServerTime().then(() => isGone || runTick()));
    const timer = setInterval(runTick, TICK_MS);
    document.addEventListener('visibilitychange', runTick);
    return () => {
      isGone = true;
      clearTimeout(firstTick);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', runTick);
    };
  }, [minutes]);
  return shownTime ? <UsageReport time={shownTime} onContinue={() => setShownTime(undefined)} /> : null;
}

function UsageReport({ time, onContinue }: { time: RealityTime; onContinue: () => void }) {
  const { t } = useTranslation('care');
  const sums = useSums(time.since);
  const ref = useRef<HTMLDivElement>(null);
  useBackLayer(true, onContinue);
  const leave = () => {
    showSheet('logout'); // The logout sheet lists what was not sent yet.
    onContinue();
  };
  const minutes = Math.round(time.used / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const durationParts = [
    hours > 0 && t('reality.hours', { count: hours }),
    (rest > 0 || hours === 0) && t('reality.minutes', { count: rest }),
  ];
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className="fixed inset-0 z-40 bg-scrim" />
        <AlertDialog.Popup
          ref={ref}
          className="fixed inset-x-0 top-1/2 z-50 mx-auto max-h-[92dvh] w-[min(360px,100vw-32px)] -translate-y-1/2 overflow-y-auto rounded-wallet bg-bg p-5 text-ink shadow-e3 outline-none"
        >
          <FocusAtOnce of={ref} />
          <AlertDialog.Title className="text-center text-h2 font-bold [text-wrap:balance]">
            {t('reality.here', { time: durationParts.filter(Boolean).join(' ') })}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-1 mb-4 text-center text-ink-2">
            {sums && t('reality.since')}
            {sums === null && t('reality.unknown')}
          </AlertDialog.Description>
          {sums && (
            <ConfirmFacts
              facts={(['deposited', 'withdrawn', 'net', 'intoGames', 'outOfGames'] as const).map((each) => ({
                label: t(`reality.${each}`),
                value: t('reality.baht', { amount: formatMoney(sums[each]) }),
              }))}
            />
          )}
          <div className="mt-5 grid gap-2">
            <button type="button" className={buttonClass('primary', true)} onClick={onContinue}>
              {t('reality.goOn')}
            </button>
            <button type="button" className={buttonClass('quiet', true)} onClick={leave}>
              {t('reality.leave')}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/**
 * Loads the sums of the member's money since a time. Returns undefined while they load, and null if the
 * request failed.
 */
function useSums(since: number): Sums | null | undefined {
  const [sums, setSums] = useState<Sums | null>();
  useEffect(() => {
    const request = new AbortController();
    call('GET', '/api/care/reality', {
      auth: getSession()?.token,
      query: { since: new Date(since).toISOString() },
      signal: request.signal,
    }).then(setSums, () => request.signal.aborted || setSums(null));
    return () => request.abort();
  }, [since]);
  return sums;
}
