import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInstall } from '@/data/install';
import type { SheetContents } from '@/shell/sheet-host';
import { useSheet } from '@/shell/sheets';
import { buttonClass } from '@/ui/button';

const SheetHost = lazy(() => import('@/shell/sheet-host'));
const QueueItems = lazy(() => import('@/shell/queue-items'));
const Deposit = lazy(() => import('@/features/cashier/deposit-sheet'));
const Withdraw = lazy(() => import('@/features/cashier/withdraw/withdraw-sheet'));
const CancelWithdrawal = lazy(() => import('@/features/cashier/withdraw/cancel-sheet'));
const Slips = lazy(() => import('@/features/cashier/slips-sheet'));
const Password = lazy(() => import('@/features/identity/password-sheet'));
const Agreement = lazy(() => import('@/features/content/agreement-sheet'));
const Chat = lazy(() => import('@/features/chat/chat-sheet'));

const contents: SheetContents = {
  language: lazy(() => import('@/shell/language-sheet')),
  install: lazy(() => import('@/shell/install-sheet')),
  logout: lazy(() => import('@/shell/logout-sheet')),
  queue: lazy(() => import('@/shell/queue-sheet')),
  conditions: lazy(() => import('@/features/content/conditions-sheet')),
  'bank-name': lazy(() => import('@/features/identity/bank-name-sheet')),
  sessions: lazy(() => import('@/features/identity/sessions-sheet')),
  limits: lazy(() => import('@/features/cashier/limits/limits-sheet')),
  deposit: DepositContent,
  withdraw: WithdrawContent,
  'cancel-withdrawal': CancelContent,
  slips: SlipsContent,
  password: PasswordContent,
  agreement: AgreementContent,
  chat: ChatContent,
};

/** Sheets come with the first one that is opened. */
export function MemberSheets() {
  const { open } = useSheet();
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  return <Suspense>{wanted && <SheetHost contents={contents} />}</Suspense>;
}

/** The first finished action, whichever it is, is when keeping the app makes sense to a member. */
function useFinish(): () => void {
  const { show, close } = useSheet();
  const { way, resting } = useInstall();
  return () => (way !== 'none' && !resting ? show('install') : close());
}

function DepositContent() {
  const { showOver, close } = useSheet();
  return (
    <Deposit
      onUploadSlip={() => showOver('slips')}
      onLimits={() => showOver('limits')}
      onClose={close}
      onFinish={useFinish()}
    />
  );
}

function WithdrawContent() {
  const { show, showOver } = useSheet();
  const finish = useFinish();
  const navigate = useNavigate();
  return (
    <Withdraw
      onConditions={() => showOver('conditions')}
      onLine={(line) => void navigate({ to: '/user/statement', search: { line } })}
      onContact={() => show('chat')}
      onClose={finish}
    />
  );
}

function CancelContent() {
  const { line } = useSearch({ strict: false }) as { line?: string };
  const { close } = useSheet();
  // The address loses its line before the sheet has sunk.
  const [shown] = useState(line ?? '');
  return <CancelWithdrawal lineId={shown} onClose={close} />;
}

function SlipsContent() {
  const { t } = useTranslation('cashier');
  const finish = useFinish();
  return (
    <Slips
      queue={(onChooseOther) => <QueueItems onChooseOther={onChooseOther} />}
      contactLink={
        <Link to="/user/contact" className={buttonClass('quiet', true)}>
          {t('track.contact')}
        </Link>
      }
      onFinished={finish}
    />
  );
}

function PasswordContent() {
  return <Password onClose={useSheet().close} />;
}

function AgreementContent() {
  return <Agreement onClose={useSheet().close} />;
}

function ChatContent() {
  const { showOver, close } = useSheet();
  return <Chat onClose={close} onInstall={() => showOver('install')} />;
}
