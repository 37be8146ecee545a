import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '@/data/api/errors';
import type { Slot } from '@/data/api/types';
import { useFrequentSync } from '@/data/domains/statement/use-line';
import { isRunning } from '@/data/engine/commands/machine';
import { dismissCommand, sendCommand } from '@/data/engine/commands/send';
import { useCommand } from '@/data/engine/commands/use-command';
import { buildActivation } from '@/data/domains/games/commands';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useMoneyProblem } from '@/money/money-texts';
import { Alert } from '@/ui/alert';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { SheetPage } from '@/ui/sheet';
import { SlotArt } from '../picture';

/** Shows a game without an account: the button to open one, or the progress of opening. */
export function ClosedAccount({ slot }: { slot: Slot }) {
  const { t } = useTranslation('games');
  const { offline } = useConnection();
  const command = useCommand('activateSlot', slot.code);
  const isOpening = slot.opening || isBeingOpened(command.at === 'failed' ? command.error : undefined);
  const busy = isRunning(command);
  // The server continues automatically; the next sync shows the result.
  useFrequentSync(isOpening);
  return (
    <SheetPage
      title={slot.name}
      footer={
        !isOpening && (
          <>
            <Button
              block
              disabled={offline && !busy}
              busy={busy}
              busyLabel={t('account.activating')}
              onClick={() => void sendCommand(buildActivation(slot.code))}
            >
              {t('account.activate', { name: slot.name })}
            </Button>
            {offline && !busy && (
              <p className="pt-2 text-center text-small text-ink-2">{t('account.activateOffline')}</p>
            )}
          </>
        )
      }
    >
      <Card className="p-[5px]">
        <SlotArt slot={slot} dim className="h-30" />
        <div className="px-3 py-3">
          <h3 className="text-h3 font-semibold">{t('account.inactive')}</h3>
          <p className="text-small text-ink-2">{t('account.inactiveText')}</p>
        </div>
      </Card>
      {isOpening && (
        <div className="mt-3">
          <Banner tone="pending" icon={Clock} role="status">
            <p className="font-semibold">{t('account.opening')}</p>
            <p>{t('account.openingText')}</p>
          </Banner>
        </div>
      )}
      <Refused slot={slot} />
    </SheetPage>
  );
}

/**
 * Says why opening was refused. If the server is still opening the account, or if the account is already
 * open, nothing is shown.
 */
function Refused({ slot }: { slot: Slot }) {
  const { t } = useTranslation('games');
  const problem = useMoneyProblem();
  const command = useCommand('activateSlot', slot.code);
  const failed = command.at === 'failed' && !isBeingOpened(command.error) ? command : undefined;
  const isOpen = isApiError(failed?.error) && failed.error.code === 'SLOT_ALREADY_ACTIVE';
  return (
    <Alert
      open={failed !== undefined && !isOpen}
      title={failed ? problem(failed.error) : ''}
      action={t('ok')}
      onClose={() => failed && dismissCommand(failed.request.name)}
    >
      {t('account.failedText')}
    </Alert>
  );
}

/** Returns whether the provider gave no response. A job on the server then continues to open the account. */
function isBeingOpened(error: unknown): boolean {
  return isApiError(error) && error.status === 503 && error.code === 'GAME_ACTIVATION_FAIL';
}
