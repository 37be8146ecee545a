import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slot } from '@/data/api/types';
import { dismiss } from '@/data/engine/commands/send';
import { nameOf } from '@/data/engine/commands/commands';
import { useCommand } from '@/data/engine/commands/use-command';
import { useCredentials } from '@/data/domains/games/use-credentials';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useHome, type CachedHome } from '@/data/domains/wallet/use-home';
import '@/i18n/cash-texts';
import '@/i18n/games-texts';
import { PasswordStep } from '@/money/password-step';
import { useTyped } from '@/nav/way-back';
import { EmptyState } from '@/ui/empty-state';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { askedOf, NAME, useForgetTransfer } from '../transfer/asked';
import { TransferFailure } from '../transfer/transfer-failure';
import { TransferResult } from '../transfer/transfer-result';
import { ClosedAccount } from './closed-account';
import { OpenAccount, type Typed } from './open-account';
import { PlayNext } from './play-next';
import { ResetStep } from './reset-step';

/** A game: its account, the money in it, and the way in. */
export default function AccountSheet({ code }: { code: string }) {
  const { data: home, loading } = useHome();
  const opening = useCommand('activateSlot', code);
  useForgetAccount(code);
  const slot = home?.slots?.find((each) => each.code === code);
  if (opening.at === 'password') return <PasswordStep name={nameOf('activateSlot', code)} />;
  if (!home?.slots || !slot) return <Nothing waiting={loading} isUnknown={home?.slots !== undefined} />;
  return slot.isActive ? <Account slot={slot} home={home} /> : <ClosedAccount slot={slot} />;
}

/** The open account, or the step that has taken its place. */
function Account({ slot, home }: { slot: Slot; home: CachedHome }) {
  const money = useCommand('transfer');
  const { offline } = useConnection();
  const credentials = useCredentials(slot.code, !offline);
  const [resetting, setResetting] = useState(false);
  const [meansToPlay, setMeansToPlay] = useState(false);
  const [typed, setTyped] = useTyped<Typed>(`game ${slot.code}`, { isAll: false });
  useForgetTransfer(money.at);
  const asked = askedOf(money);
  if (money.at === 'password') return <PasswordStep name={NAME} />;
  if (money.at === 'done' && asked) {
    return (
      <TransferResult
        told={money.answer.statement}
        asked={asked}
        onAgain={() => dismiss(NAME)}
        next={asked.to === slot.code && <PlayNext slot={slot} atOnce={meansToPlay} />}
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
        money={money}
        credentials={credentials}
        typed={typed}
        onTyped={setTyped}
        onMeant={setMeansToPlay}
        onReset={() => setResetting(true)}
      />
      <TransferFailure money={money} />
    </>
  );
}

/** Before the games are here; or there are games, and this is none of them: an old link may lead to it. */
function Nothing({ waiting, isUnknown }: { waiting: boolean; isUnknown: boolean }) {
  const { t } = useTranslation('games');
  return (
    <SheetPage title={t('account.balance')}>
      {waiting && <SkeletonRows rows={2} />}
      {!waiting && isUnknown && <EmptyState title={t('unknown')}>{t('unknownText')}</EmptyState>}
      {!waiting && !isUnknown && <EmptyState title={t('missing')}>{t('missingText')}</EmptyState>}
    </SheetPage>
  );
}

/** How opening ended is not told twice; a reset that an earlier page left has nobody to tell its secret to. */
function useForgetAccount(code: string): void {
  useEffect(() => {
    dismiss(nameOf('resetSlotPassword', code));
    return () => dismiss(nameOf('activateSlot', code));
  }, [code]);
}
