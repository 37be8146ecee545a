import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Closed } from '@/data/domains/care/orders';
import { usePasswordAsked } from '@/data/engine/commands/use-command';
import { useResource } from '@/data/engine/resources/use-resource';
import { isLaos } from '@/data/device/variant';
import '@/i18n/care-texts';
import { PasswordStep } from '@/money/password-step';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { RadioRows } from '@/ui/radio-rows';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { BreakConfirm } from './break-confirm';
import { breaks, type Break } from './breaks';
import { ClosedPage } from './closed-page';

/** Where a member closes play for themselves, and sees how long it is closed. */
export default function BreakSheet() {
  const { t } = useTranslation('care');
  const { data, loading } = useResource('care');
  const [again, setAgain] = useState(false);
  const asking = usePasswordAsked(['closePlay', 'openPlay']);
  if (asking) return <PasswordStep name={asking} />;
  if (data?.closed && !again) return <ClosedPage closed={data.closed} onLonger={() => setAgain(true)} />;
  if (data) return <Choice closed={data.closed} onBack={again ? () => setAgain(false) : undefined} />;
  return (
    <SheetPage title={t('title')}>
      {loading ? <SkeletonRows /> : <EmptyState title={t('missing')}>{t('missingText')}</EmptyState>}
    </SheetPage>
  );
}

/** For how long. A closing that runs can only be followed by a longer one: nothing here ends it. */
function Choice({ closed, onBack }: { closed?: Closed; onBack?: () => void }) {
  const { t } = useTranslation('care');
  const [chosen, setChosen] = useState<Break>();
  const [sure, setSure] = useState(false);
  if (chosen && sure)
    return <BreakConfirm chosen={chosen} onBack={() => setSure(false)} onDone={() => onBack?.()} />;
  const rows = (kind: Break['kind']) =>
    breaks
      .filter((each) => each.kind === kind)
      .map((each) => ({ value: each.name, label: t(`for.${each.name}`) }));
  const choose = (name: Break['name']) => setChosen(breaks.find((each) => each.name === name));
  return (
    <SheetPage
      title={t('title')}
      onBack={onBack}
      footer={
        <Button block disabled={!chosen} onClick={() => setSure(true)}>
          {chosen ? t(`next.${chosen.kind}`, { time: t(`for.${chosen.name}`) }) : t('choose')}
        </Button>
      }
    >
      <div className="space-y-5">
        <p className="px-1 text-ink-2">{t(closed ? 'longerText' : 'text')}</p>
        <Group title={t('coolOff.title')} text={t('coolOff.text')}>
          <RadioRows
            label={t('coolOff.title')}
            rows={rows('coolOff')}
            value={chosen?.name}
            onChange={choose}
          />
        </Group>
        <Group title={t('exclude.title')} text={t('exclude.text')}>
          <RadioRows
            label={t('exclude.title')}
            rows={rows('exclude')}
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
