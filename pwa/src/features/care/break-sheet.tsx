import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowUpFromLine, Ban, Gamepad2, Gift, LockKeyhole, type LucideIcon } from 'lucide-react';
import { buildCoolOff, buildExclusion, type PlayBreak } from '@/data/domains/care/commands';
import { useOutcome, usePasswordRequired } from '@/data/engine/commands/use-command';
import { useResource } from '@/data/engine/resources/use-resource';
import { isLaos } from '@/data/device/variant';
import '@/i18n/care-texts';
import { PasswordStep } from '@/money/password-step';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { RadioRows } from '@/ui/radio-rows';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand } from '@/data/engine/commands/send';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useMoneyProblem } from '@/money/money-texts';
import { StitchedCard } from '@/ui/card';
import { useBackLayer } from '@/ui/layers';
import { toast } from '@/ui/toast';
import { useFocusHere } from '@/ui/use-focus-here';
import { ClosedPage } from './closed-page';

/** Lets members close play for themselves, and shows how long play is closed. */
export default function BreakSheet() {
  const { t } = useTranslation('care');
  const { data, loading } = useResource('care');
  const [choosesLonger, setChoosesLonger] = useState(false);
  const commandNeedingPassword = usePasswordRequired(['closePlay', 'openPlay']);
  if (commandNeedingPassword) return <PasswordStep name={commandNeedingPassword} />;
  if (data?.closed && !choosesLonger)
    return <ClosedPage closed={data.closed} onLonger={() => setChoosesLonger(true)} />;
  if (data)
    return <Choice closed={data.closed} onBack={choosesLonger ? () => setChoosesLonger(false) : undefined} />;
  return (
    <SheetPage title={t('title')}>
      {loading ? <SkeletonRows /> : <EmptyState title={t('missing')}>{t('missingText')}</EmptyState>}
    </SheetPage>
  );
}

/**
 * Choice offers the durations. While play is closed the member can only choose a longer one; nothing on this
 * screen opens play earlier.
 */
function Choice({ closed, onBack }: { closed?: PlayBreak; onBack?: () => void }) {
  const { t } = useTranslation('care');
  const [chosen, setChosen] = useState<Break>();
  const [isConfirming, setConfirming] = useState(false);
  if (chosen && isConfirming)
    return <BreakConfirm chosen={chosen} onBack={() => setConfirming(false)} onDone={() => onBack?.()} />;
  const rowsOf = (kind: Break['kind']) =>
    breaks
      .filter((each) => each.kind === kind)
      .map((each) => ({ value: each.name, label: t(`for.${each.name}`) }));
  const choose = (name: Break['name']) => setChosen(breaks.find((each) => each.name === name));
  return (
    <SheetPage
      title={t('title')}
      onBack={onBack}
      footer={
        <Button block disabled={!chosen} onClick={() => setConfirming(true)}>
          {chosen ? t(`next.${chosen.kind}`, { time: t(`for.${chosen.name}`) }) : t('choose')}
        </Button>
      }
    >
      <div className="space-y-5">
        <p className="px-1 text-ink-2">{t(closed ? 'longerText' : 'text')}</p>
        <Group title={t('coolOff.title')} text={t('coolOff.text')}>
          <RadioRows
            label={t('coolOff.title')}
            rows={rowsOf('coolOff')}
            value={chosen?.name}
            onChange={choose}
          />
        </Group>
        <Group title={t('exclude.title')} text={t('exclude.text')}>
          <RadioRows
            label={t('exclude.title')}
            rows={rowsOf('exclude')}
            value={chosen?.name}
            onChange={choose}
          />
        </Group>
        {!isLaos() && <p className="px-1 text-small text-ink-2">{t('help')}</p>}
      </div>
    </SheetPage>
  );
}

function Group({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="px-1 text-h3 font-semibold">{title}</h3>
      <p className="mb-2 px-1 text-small text-ink-2">{text}</p>
      {children}
    </section>
  );
}

interface BreakConfirmProps {
  chosen: Break;
  onBack: () => void;
  onDone: () => void;
}

const consequences = [
  { key: 'deposits', icon: Ban },
  { key: 'games', icon: Gamepad2 },
  { key: 'rewards', icon: Gift },
  { key: 'out', icon: ArrowUpFromLine },
  { key: 'final', icon: LockKeyhole },
] as const;

/** The confirmation states what is closed, what stays open, and that nobody can undo the break. */
function BreakConfirm({ chosen, onBack, onDone }: BreakConfirmProps) {
  const { t } = useTranslation('care');
  const { offline } = useConnection();
  const problemText = useMoneyProblem();
  const focusRef = useFocusHere<HTMLDivElement>();
  const command = useOutcome('coolOff', undefined, {
    done: () => {
      toast.done(t('closedNow'));
      onDone();
    },
    failed: (error) => toast.error(problemText(error)),
  });
  const busy = isRunning(command);
  useBackLayer(!busy, onBack);
  const confirm = () =>
    void sendCommand(chosen.kind === 'coolOff' ? buildCoolOff(chosen.hours) : buildExclusion(chosen.months));
  const time = t(`for.${chosen.name}`);
  return (
    <SheetPage
      title={t(`confirm.${chosen.kind}`, { time })}
      footer={
        <div className="grid gap-2">
          <Button block disabled={offline} busy={busy} busyLabel={t('closing')} onClick={confirm}>
            {t(`next.${chosen.kind}`, { time })}
          </Button>
          {offline && <p className="text-center text-small text-ink-2">{t('offline')}</p>}
          {!busy && (
            <Button variant="quiet" block onClick={onBack}>
              {t('back')}
            </Button>
          )}
        </div>
      }
    >
      <div ref={focusRef} tabIndex={-1}>
        <StitchedCard>
          {consequences.map(({ key, icon }) => (
            <ConsequenceLine key={key} icon={icon}>
              {t(`closes.${key}`)}
            </ConsequenceLine>
          ))}
        </StitchedCard>
      </div>
    </SheetPage>
  );
}

function ConsequenceLine({ icon: Icon, children }: { icon: LucideIcon; children: React.ReactNode }) {
  return (
    <p className="flex gap-3 py-3">
      <Icon className="mt-0.5 size-5 shrink-0 text-ink-2" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

/** The durations that play can be closed for. */
const breaks = [
  { name: 'h24', kind: 'coolOff', hours: 24 },
  { name: 'd3', kind: 'coolOff', hours: 72 },
  { name: 'w1', kind: 'coolOff', hours: 168 },
  { name: 'w2', kind: 'coolOff', hours: 336 },
  { name: 'w6', kind: 'coolOff', hours: 1008 },
  { name: 'm6', kind: 'exclude', months: 6 },
  { name: 'y1', kind: 'exclude', months: 12 },
  { name: 'y2', kind: 'exclude', months: 24 },
  { name: 'y5', kind: 'exclude', months: 60 },
  { name: 'ever', kind: 'exclude', months: null },
] as const;

type Break = (typeof breaks)[number];
