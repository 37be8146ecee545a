import { useTranslation } from 'react-i18next';
import { isRunning } from '@/data/engine/commands/machine';
import { dismissCommand, sendCommand } from '@/data/engine/commands/send';
import { useOutcome } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { buildBonusClearing, useRunningBonus } from '@/data/domains/rewards/bonus';
import '@/i18n/bonus-texts';
import '@/i18n/cash-texts';
import { CheckingBanner } from '@/money/checking-banner';
import { PasswordStep } from '@/money/password-step';
import { closeSheet } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { StitchedCard } from '@/ui/card';
import { EmptyState } from '@/ui/empty-state';
import { formatMoney } from '@/ui/format/money';
import { SheetPage, useSeenOnClose } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { BonusFailure } from './bonus-failure';

/** Asks for confirmation to cancel a bonus. Says what is taken back, and what stays. */
export default function ClearSheet() {
  const { t } = useTranslation('bonus');
  const running = useRunningBonus();
  const { offline } = useConnection();
  const command = useOutcome('clearBonus', undefined, {
    done: () => {
      toast.done(t('clear.done'));
      closeSheet();
    },
  });
  useSeenOnClose(command.at === 'failed', () => dismissCommand('clearBonus'));
  if (command.at === 'password') return <PasswordStep name="clearBonus" />;
  if (!running) {
    return (
      <SheetPage title={t('clear.title')}>
        <EmptyState title={t('clear.none')} />
      </SheetPage>
    );
  }
  const busy = isRunning(command);
  return (
    <>
      <SheetPage
        title={t('clear.title')}
        footer={
          <div className="grid gap-2">
            <CheckingBanner at={command.at} />
            {!busy && (
              <Button block onClick={closeSheet}>
                {t('clear.keep')}
              </Button>
            )}
            <Button
              variant="danger"
              block
              disabled={offline}
              busy={busy}
              busyLabel={t('clear.busy')}
              onClick={() => void sendCommand(buildBonusClearing())}
            >
              {t('clear.submit')}
            </Button>
            {offline && <p className="text-center text-small text-ink-2">{t('clear.offline')}</p>}
          </div>
        }
      >
        <StitchedCard>
          <p className="py-3 text-h3 font-semibold">
            <bdi>{running.name}</bdi>
          </p>
          <p className="py-3">{t('clear.text', { amount: formatMoney(running.amount) })}</p>
          <p className="py-3">{t('clear.played')}</p>
        </StitchedCard>
      </SheetPage>
      <BonusFailure command={command} name="clearBonus" />
    </>
  );
}
