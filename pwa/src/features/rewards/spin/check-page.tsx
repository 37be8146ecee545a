import {
  ChevronDown,
  CircleCheck,
  CircleHelp,
  CircleX,
  Copy,
  Hourglass,
  RefreshCw,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOutcomeUnknown } from '@/data/api/errors';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand } from '@/data/engine/commands/send';
import { useOutcome } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useResource } from '@/data/engine/resources/use-resource';
import {
  checkSeed,
  missingSeeds,
  type CheckedSeed,
  type CheckedSpin,
  type Verdict,
} from '@/data/domains/rewards/check';
import { canCheckSpins } from '@/data/domains/rewards/fair';
import { buildSeedRotation } from '@/data/domains/rewards/spin';
import { useOwnSpins } from '@/data/domains/rewards/use-rewards';
import '@/i18n/cash-texts';
import '@/i18n/spin-texts';
import { useMoneyProblem } from '@/money/money-texts';
import { Alert } from '@/ui/alert';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { copyText } from '@/ui/copy-text';
import { Card, StitchedCard } from '@/ui/card';
import { cx } from '@/ui/cx';
import { EmptyState } from '@/ui/empty-state';
import { formatDateTime } from '@/ui/format/time';
import { PageTitle, SectionTitle } from '@/ui/heading';
import { SkeletonRows } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import type { RevealedSeed } from '@/data/api/types';
import type { SpinRow } from '@/data/storage/db';

/** Recomputes each spin on this phone from the revealed seed, and compares it with what the phone stored. */
export function CheckPage() {
  const { t } = useTranslation('spin');
  const { data, asOf, loading } = useResource('spinHistory');
  // A cached history does not contain later spins.
  const copiedAt = asOf?.getTime() ?? 0;
  const allOwn = useOwnSpins();
  const own = useMemo(() => allOwn?.filter(({ at }) => at < copiedAt), [allOwn, copiedAt]);
  const seeds = useChecked(data?.seeds, own);
  const isComplete = data !== undefined && data.seeds.length >= data.total;
  const missing = data && own && isComplete ? missingSeeds(data.seeds, own) : [];
  return (
    <>
      <PageTitle>{t('verify.title')}</PageTitle>
      <p className="px-1 text-ink-2">{t('verify.text')}</p>
      {!canCheckSpins() && (
        <div className="mt-3">
          <Banner tone="pending" icon={CircleHelp}>
            {t('verify.cannot')}
          </Banner>
        </div>
      )}
      {!data && loading && <SkeletonRows rows={3} />}
      {!data && !loading && (
        <div className="mt-4">
          <EmptyState title={t('missing')}>{t('missingText')}</EmptyState>
        </div>
      )}
      {seeds?.length === 0 && missing.length === 0 && (
        <Card className="mt-4 px-4 py-5 text-center text-small text-ink-2">{t('verify.none')}</Card>
      )}
      {missing.map((commitment) => (
        <Card key={commitment} className="mt-4 flex items-center gap-3 p-4">
          <VerdictIcon verdict="false" />
          <p className="min-w-0 break-words">{t('verify.hidden', { seed: commitment.slice(0, 12) })}</p>
        </Card>
      ))}
      {seeds?.map((seed, i) => (
        <Seed key={seed.seed.seedId} seed={seed} place={(data?.total ?? seeds.length) - i} />
      ))}
    </>
  );
}

/**
 * Shows one seed with its spins, newest first. `place` is the seed's number, counted from the member's first.
 */
function Seed({ seed: { seed: revealed, spins }, place }: { seed: CheckedSeed; place: number }) {
  const { t } = useTranslation('spin');
  const isOpen = revealed.serverSeed === null;
  return (
    <section className="mt-5">
      <SectionTitle>{t('verify.set', { n: place })}</SectionTitle>
      <StitchedCard>
        {isOpen ? <OpenSeed count={spins.length} /> : <Verdicts spins={spins} />}
        {spins.toReversed().map((spin) => (
          <Spin key={spin.nonce} spin={spin} label={labelOf(revealed.spins, spin)} />
        ))}
        <Details seed={revealed} />
      </StitchedCard>
      {spins.some(({ verdict }) => verdict === 'unkept') && (
        <p className="mt-2 px-1 text-small text-ink-2">{t('verify.unkept')}</p>
      )}
    </section>
  );
}

type Revealed = CheckedSeed['seed'];

function labelOf(
  spins: Revealed['spins'],
  { nonce }: CheckedSpin,
): Revealed['spins'][number]['labels'] | undefined {
  return spins.find((each) => each.nonce === nonce)?.labels;
}

function Verdicts({ spins }: { spins: readonly CheckedSpin[] }) {
  const { t } = useTranslation('spin');
  const wrong = spins.filter(({ verdict }) => verdict === 'false').length;
  const areAllTrue = spins.every(({ verdict }) => verdict === 'true');
  return (
    <p className="flex items-center gap-3 py-3 font-semibold">
      <VerdictIcon verdict={wrong > 0 ? 'false' : 'true'} />
      {wrong > 0
        ? t('verify.wrong', { count: wrong })
        : t(areAllTrue ? 'verify.right' : 'verify.computes', { count: spins.length })}
    </p>
  );
}

/** Shows the seed that is in use. The server reveals it when the member requests a new seed. */
function OpenSeed({ count }: { count: number }) {
  const { t } = useTranslation('spin');
  const { offline } = useConnection();
  const problem = useMoneyProblem();
  const [failure, setFailure] = useState<unknown>();
  const rotation = useOutcome('rotateSeed', undefined, {
    done: () => toast.done(t('verify.rotated')),
    failed: setFailure,
  });
  return (
    <div className="space-y-3 py-3">
      <p className="text-ink-2">{t('verify.open', { count })}</p>
      <Button
        variant="tonal"
        icon={RefreshCw}
        block
        disabled={offline}
        busy={isRunning(rotation)}
        busyLabel={t('verify.rotating')}
        onClick={() => void sendCommand(buildSeedRotation())}
      >
        {t('verify.rotate')}
      </Button>
      {offline && <p className="text-center text-small text-ink-2">{t('verify.offline')}</p>}
      <Alert
        open={failure !== undefined}
        title={t(isOutcomeUnknown(failure) ? 'verify.unknown' : 'verify.failed')}
        action={t('ok')}
        onClose={() => setFailure(undefined)}
      >
        {failure === undefined ? '' : problem(failure)}
      </Alert>
    </div>
  );
}

function Spin({
  spin: { nonce, verdict, at },
  label,
}: {
  spin: CheckedSpin;
  label?: Record<string, string>;
}) {
  const { t, i18n } = useTranslation('spin');
  const [date, time] = formatDateTime(at).slice(0, 16).split(' ');
  return (
    <div className="flex items-start gap-3 py-3">
      <VerdictIcon verdict={verdict} />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
        <p className="flex-[1_1_9em]">
          <span className="block font-medium">{label?.[i18n.language] ?? t('verify.untold')}</span>
          <span className="flex flex-wrap gap-x-2 text-small text-ink-2">
            <span className="whitespace-nowrap">{t('verify.spin', { place: nonce + 1 })}</span>
            <span>
              <span className="whitespace-nowrap">{date}</span>{' '}
              <span className="whitespace-nowrap">{time}</span>
            </span>
          </span>
        </p>
        <p className={cx('text-small font-semibold', colours[verdict])}>{t(`verify.is.${verdict}`)}</p>
      </div>
    </div>
  );
}

const icons: Record<Verdict, LucideIcon> = {
  true: CircleCheck,
  false: CircleX,
  unkept: CircleHelp,
  open: Hourglass,
};
const colours: Record<Verdict, string> = {
  true: 'text-in',
  false: 'text-failed',
  unkept: 'text-ink-2',
  open: 'text-ink-2',
};

function VerdictIcon({ verdict }: { verdict: Verdict }) {
  const Icon = icons[verdict];
  return <Icon className={cx('size-5.5 shrink-0', colours[verdict])} aria-hidden="true" />;
}

/**
 * Shows what a member needs to check spins without the app: the commitment, and the seed once it is revealed.
 */
function Details({ seed }: { seed: Revealed }) {
  const { t } = useTranslation('spin');
  return (
    <details className="group py-1">
      <summary className="press flex min-h-11 cursor-pointer list-none items-center gap-2 text-small font-semibold text-brand-text">
        {t('verify.details')}
        <ChevronDown className="size-4.5 group-open:rotate-180" aria-hidden="true" />
      </summary>
      <p className="text-small text-ink-2">{t('verify.commitment')}</p>
      <p className="text-small break-all">{seed.commitment}</p>
      {seed.serverSeed !== null && <CopySeed seed={seed} />}
    </details>
  );
}

/** Copies the seed in the format that tools/check-spin.mjs reads. */
function CopySeed({ seed }: { seed: Revealed }) {
  const { t } = useTranslation('spin');
  const copy = async (near: Element) => {
    if (await copyText(JSON.stringify({ seeds: [seed] }), near)) toast.done(t('verify.copied'));
    else toast.error(t('verify.notCopied'));
  };
  return (
    <div className="py-2">
      <Button variant="quiet" icon={Copy} block onClick={({ currentTarget }) => void copy(currentTarget)}>
        {t('verify.copy')}
      </Button>
    </div>
  );
}

/** Returns the seeds with each spin recomputed on this phone; undefined until that is done. */
function useChecked(
  revealed: readonly RevealedSeed[] | undefined,
  own: readonly SpinRow[] | undefined,
): CheckedSeed[] | undefined {
  const [checked, setChecked] = useState<CheckedSeed[]>();
  useEffect(() => {
    if (!revealed || !own) return;
    let isCurrent = true;
    void Promise.all(revealed.map((seed) => checkSeed(seed, own))).then(
      (all) => isCurrent && setChecked(all),
    );
    return () => {
      isCurrent = false;
    };
  }, [revealed, own]);
  return checked;
}
