import { useId, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { buildAnnouncement } from '@/data/domains/cash/commands';
import type { Announced } from '@/data/domains/cash/types';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand } from '@/data/engine/commands/send';
import { useOutcome } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { bahtOf } from '@/data/kit/satang';
import { AmountInput } from '@/ui/amount-input';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { SheetPage } from '@/ui/sheet';
import { CheckingBanner } from '@/money/checking-banner';
import type { ChangeDraft, DepositDraft } from './deposit-draft';
import { DepositRefused } from './deposit-refused';
import { usePresets } from '@/money/presets';

/** In satang. */
const presets = {
  BAHT: [10_000, 30_000, 50_000, 100_000],
  LAK: [5_000_000, 10_000_000, 50_000_000, 100_000_000],
};

interface AnnounceStepProps {
  draft: DepositDraft;
  change: ChangeDraft;
  onDone: (announced: Announced) => void;
  onBack: () => void;
}

/** Announces a bank transfer to the server, so that the server can match it to the member. */
export function AnnounceStep({ draft, change, onDone, onBack }: AnnounceStepProps) {
  const { t } = useTranslation('cash');
  const formId = useId();
  const { offline } = useConnection();
  const { announceAmount: amount, refused } = draft;
  const command = useOutcome('announce', undefined, {
    done: onDone,
    failed: (error) => change({ refused: error }),
  });
  const busy = isRunning(command);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!amount || busy || offline) return;
    change({ refused: undefined });
    void sendCommand(buildAnnouncement(amount));
  };
  return (
    <SheetPage
      title={t('announce.title')}
      onBack={onBack}
      footer={
        <>
          <Button
            type="submit"
            form={formId}
            block
            disabled={offline || !amount}
            busy={busy}
            busyLabel={t('announce.busy')}
          >
            {amount ? t('announce.submit', { amount: formatMoney(bahtOf(amount)) }) : t('enter')}
          </Button>
          {offline && !busy && (
            <p className="pt-2 text-center text-small text-ink-2">{t('announce.offline')}</p>
          )}
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <AmountInput
          label={t('amount')}
          unit={t('unit')}
          value={amount}
          onChange={(announceAmount) => change({ announceAmount, refused: undefined })}
          presets={usePresets(presets)}
          hint={t('announce.text')}
        />
        <CheckingBanner at={command.at} />
        <DepositRefused error={refused} showsLimits />
      </form>
    </SheetPage>
  );
}
