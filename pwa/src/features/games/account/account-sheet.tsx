import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Play as PlayIcon } from 'lucide-react';
import type { Slot } from '@/data/api/types';
import { dismissCommand } from '@/data/engine/commands/send';
import { nameOf } from '@/data/engine/commands/commands';
import { useCommand } from '@/data/engine/commands/use-command';
import { useCredentials } from '@/data/domains/games/use-credentials';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useHome, type CachedHome } from '@/data/domains/wallet/use-home';
import '@/i18n/cash-texts';
import '@/i18n/games-texts';
import { PasswordStep } from '@/money/password-step';
import { useRestoredState } from '@/nav/return-point';
import { EmptyState } from '@/ui/empty-state';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { Button } from '@/ui/button';
import { readTransferRequest, TRANSFER, useDismissTransfer } from '../transfer/running-transfer';
import { TransferFailure } from '../transfer/transfer-failure';
import { TransferResult } from '../transfer/transfer-result';
import { ClosedAccount } from './closed-account';
import { OpenAccount, type TypedAmount } from './open-account';
import { ResetStep } from './reset-step';
import { LaunchNote } from './launch-note';
import { useGameLauncher } from './use-game-launcher';

/** Shows a game's account, the member's money in it, and the buttons to play. */
export default function AccountSheet({ code }: { code: string }) {
  const { data: home, loading } = useHome();
  const opening = useCommand('activateSlot', code);
  useDismissOutcome(code);
  const slot = home?.slots?.find((each) => each.code === code);
  if (opening.at === 'password') return <PasswordStep name={nameOf('activateSlot', code)} />;
  if (!home?.slots || !slot) return <NoGame waiting={loading} isUnknown={home?.slots !== undefined} />;
  return slot.isActive ? <Account slot={slot} home={home} /> : <ClosedAccount slot={slot} />;
}

/** Shows the open account, or a step in its place, such as the reset of the password. */
function Account({ slot, home }: { slot: Slot; home: CachedHome }) {
  const command = useCommand('transfer');
  const { offline } = useConnection();
  const credentials = useCredentials(slot.code, !offline);
  const [resetting, setResetting] = useState(false);
  const [playsAfter, setPlaysAfter] = useState(false);
  const [typed, setTyped] = useRestoredState<TypedAmount>(`game ${slot.code}`, { isAll: false });
  useDismissTransfer(command.at);
  const request = readTransferRequest(command);
  if (command.at === 'password') return <PasswordStep name={TRANSFER} />;
  if (command.at === 'done' && request) {
    return (
      <TransferResult
        firstLine={command.response.statement}
        request={request}
        onAgain={() => dismissCommand(TRANSFER)}
        next={request.to === slot.code && <PlayNext slot={slot} atOnce={playsAfter} />}
      />
    );
  }
  if (resetting) {
    return (
      <ResetStep
        name={slot.name}
        offline={offline}
        reset={credentials.reset}
        onBack={() => setResetting(false)}
      />
    );
  }
  return (
    <>
      <OpenAccount
        slot={slot}
        wallet={home.wallet}
        command={command}
        credentials={credentials}
        typed={typed}
        onTyped={setTyped}
        onPlayAfter={setPlaysAfter}
        onReset={() => setResetting(true)}
      />
      <TransferFailure command={command} />
    </>
  );
}

/** Shown while the games load, if they did not load, and for an unknown code, such as one in an old link. */
function NoGame({ waiting, isUnknown }: { waiting: boolean; isUnknown: boolean }) {
  const { t } = useTranslation('games');
  return (
    <SheetPage title={t('account.balance')}>
      {waiting && <SkeletonRows rows={2} />}
      {!waiting && isUnknown && <EmptyState title={t('unknown')}>{t('unknownText')}</EmptyState>}
      {!waiting && !isUnknown && <EmptyState title={t('missing')}>{t('missingText')}</EmptyState>}
    </SheetPage>
  );
}

/**
 * Dismisses the outcome of opening when the sheet closes, so that it is shown only once. Also dismisses a
 * password reset from an earlier page, because that page alone could show the new password.
 */
function useDismissOutcome(code: string): void {
  useEffect(() => {
    dismissCommand(nameOf('resetSlotPassword', code));
    return () => dismissCommand(nameOf('activateSlot', code));
  }, [code]);
}

interface PlayNextProps {
  slot: Slot;
  /** The tap that started the transfer also requested to play. */
  atOnce: boolean;
}

/**
 * Shown after the transfer to the game: the button to play. If `atOnce`, the game opens automatically, as
 * long as the browser still counts the tap as user activation.
 */
function PlayNext({ slot, atOnce }: PlayNextProps) {
  const { t } = useTranslation('games');
  const launcher = useGameLauncher(slot);
  const hasStarted = useRef(false);
  const startGame = useEffectEvent(() => {
    if (!atOnce || hasStarted.current || !navigator.userActivation?.isActive) return;
    hasStarted.current = true;
    launcher.play();
  });
  useEffect(() => startGame(), []);
  return (
    <>
      <LaunchNote name={slot.name} play={launcher} />
      <Button block icon={PlayIcon} onClick={launcher.play}>
        {t('account.play', { name: slot.name })}
      </Button>
    </>
  );
}
