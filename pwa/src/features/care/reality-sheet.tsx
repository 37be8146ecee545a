import { useTranslation } from 'react-i18next';
import { buildRealityInterval } from '@/data/domains/care/commands';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand } from '@/data/engine/commands/send';
import { useOutcome } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useResource } from '@/data/engine/resources/use-resource';
import '@/i18n/care-texts';
import { useMoneyProblem } from '@/money/money-texts';
import { RadioRows } from '@/ui/radio-rows';
import { SheetPage } from '@/ui/sheet';
import { toast } from '@/ui/toast';

const intervals = ['none', '15', '30', '60', '120'] as const;

/** Sets how often the reality check appears. */
export default function RealitySheet() {
  const { t } = useTranslation('care');
  const { offline } = useConnection();
  const problem = useMoneyProblem();
  const { data } = useResource('care');
  const command = useOutcome('setReality', undefined, {
    done: () => toast.done(t('reality.saved')),
    failed: (error) => toast.error(problem(error)),
  });
  const current = data && intervals.find((each) => each === String(data.reality ?? 'none'));
  const change = (value: (typeof intervals)[number]) => {
    if (!offline && !isRunning(command))
      void sendCommand(buildRealityInterval(value === 'none' ? null : Number(value)));
  };
  return (
    <SheetPage title={t('reality.title')}>
      <div className="space-y-3">
        <p className="px-1 text-ink-2">{t('reality.text')}</p>
        <RadioRows
          label={t('reality.title')}
          rows={intervals.map((value) => ({ value, label: t(`reality.every.${value}`) }))}
          value={current}
          onChange={change}
        />
        {offline && <p className="px-1 text-small text-ink-2">{t('offline')}</p>}
      </div>
    </SheetPage>
  );
}
