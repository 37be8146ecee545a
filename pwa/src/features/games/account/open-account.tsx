import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Slot, Wallet } from '@/data/api/types';
import type { CashResponse } from '@/data/domains/cash/types';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand, type Command } from '@/data/engine/commands/send';
import { buildGameTransfer, WALLET } from '@/data/domains/games/commands';
import type { useCredentials } from '@/data/domains/games/use-credentials';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { CheckingBanner } from '@/money/checking-banner';
import { showSheetOver } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { SheetPage } from '@/ui/sheet';
import { listTransferPlaces, findProblem } from '../transfer/transfer-rules';
import { TransferAmount } from '../transfer/transfer-amount';
import { BalanceCard } from './balance-card';
import { CredentialsCard } from './credentials-card';
import { GameActions } from './game-actions';
import { LaunchNote } from './launch-note';
import { useGameLauncher } from './use-game-launcher';

export interface TypedAmount {
  /** In satang. */
  amount?: number;
  /** True if the member tapped "all": the amount is then the source's balance when the command is sent. */
  isAll: boolean;
}

interface OpenAccountProps {
  slot: Slot;
  wallet: Wallet | undefined;
  command: Command<CashResponse>;
  credentials: ReturnType<typeof useCredentials>;
  typed: TypedAmount;
  onTyped: (typed: TypedAmount) => void;
  /** Called with true if the game should open after the transfer. */
  onPlayAfter: (play: boolean) => void;
  onReset: () => void;
}

/**
 * Shows the balance in the game, the member's login there, and the buttons to play with or without a
 * transfer.
 */
export function OpenAccount(props: OpenAccountProps) {
  const { slot, wallet, command, credentials, typed, onTyped, onPlayAfter, onReset } = props;
  const { t } = useTranslation('games');
  const { offline } = useConnection();
  const { amount, isAll } = typed;
  const launcher = useGameLauncher(slot);
  const [from, to] = listTransferPlaces(wallet, [slot]);
  const problem = amount ? findProblem({ from, to, amount }) : undefined;
  const transfer = (andPlay: boolean) => {
    onPlayAfter(andPlay);
    void sendCommand(buildGameTransfer({ from: WALLET, to: slot.code, satang: isAll ? undefined : amount }));
  };
  return (
    <SheetPage
      title={slot.name}
      footer={
        <div className="grid gap-2">
          <CheckingBanner at={command.at} />
          <GameActions
            name={slot.name}
            amount={amount}
            barred={problem !== undefined || slot.inDoubt}
            busy={isRunning(command)}
            offline={offline}
            onPlay={launcher.play}
            onTransfer={transfer}
          />
        </div>
      }
    >
      <div className="space-y-3">
        <BalanceCard slot={slot} offline={offline} />
        <LaunchNote name={slot.name} play={launcher} />
        <CredentialsCard
          slot={slot}
          state={credentials.state}
          offline={offline}
          onAgain={credentials.retry}
          onReset={onReset}
        />
        <TransferAmount
          from={from}
          to={to}
          amount={amount}
          problem={problem}
          tried={false}
          onAmount={(satang, all) => onTyped({ amount: satang, isAll: all })}
        />
        <Button
          variant="quiet"
          icon={ArrowLeftRight}
          block
          onClick={() => showSheetOver('transfer', { from: slot.code, to: WALLET })}
        >
          {t('account.other')}
        </Button>
      </div>
    </SheetPage>
  );
}
