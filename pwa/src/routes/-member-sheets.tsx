import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/cashier-texts';
import type { SheetContents } from '@/nav/sheet-host';
import { useSheet } from '@/nav/sheets';
import { buttonClass } from '@/ui/button';

const SheetHost = lazy(() => import('@/nav/sheet-host'));
const QueueItems = lazy(() => import('@/shell/queue-items'));
const CancelWithdrawal = lazy(() => import('@/features/cashier/withdraw/cancel-sheet'));
const Transfer = lazy(() => import('@/features/games/transfer/transfer-sheet'));
const GameAccount = lazy(() => import('@/features/games/account/account-sheet'));
const Bonus = lazy(() => import('@/features/rewards/bonus/bonus-sheet'));
const Promotion = lazy(() => import('@/features/rewards/bonus/promotion-sheet'));
const Prize = lazy(() => import('@/features/rewards/spin/prize-sheet'));
const Coupon = lazy(() => import('@/features/rewards/spin/coupon-sheet'));
const Slips = lazy(() => import('@/features/cashier/slips-sheet'));

const contents: SheetContents = {
  language: lazy(() => import('@/shell/language-sheet')),
  install: lazy(() => import('@/shell/install-sheet')),
  logout: lazy(() => import('@/shell/logout-sheet')),
  queue: lazy(() => import('@/shell/queue-sheet')),
  conditions: lazy(() => import('@/features/content/conditions-sheet')),
  'bank-name': lazy(() => import('@/features/identity/bank-name-sheet')),
  sessions: lazy(() => import('@/features/identity/sessions-sheet')),
  passkeys: lazy(() => import('@/features/identity/passkeys/passkeys-sheet')),
  password: lazy(() => import('@/features/identity/password-sheet')),
  limits: lazy(() => import('@/features/cashier/limits/limits-sheet')),
  break: lazy(() => import('@/features/care/break-sheet')),
  reality: lazy(() => import('@/features/care/reality-sheet')),
  invite: lazy(() => import('@/features/rewards/accrual/invite-sheet')),
  collect: lazy(() => import('@/features/rewards/accrual/collect-sheet')),
  refund: lazy(() => import('@/features/rewards/accrual/refund-sheet')),
  deposit: lazy(() => import('@/features/cashier/deposit-sheet')),
  withdraw: lazy(() => import('@/features/cashier/withdraw/withdraw-sheet')),
  agreement: lazy(() => import('@/features/content/agreement-sheet')),
  chat: lazy(() => import('@/features/chat/chat-sheet')),
  'clear-bonus': lazy(() => import('@/features/rewards/bonus/clear-sheet')),
  bonus: BonusContent,
  promotion: PromotionContent,
  'cancel-withdrawal': CancelContent,
  transfer: TransferContent,
  game: GameContent,
  prize: PrizeContent,
  coupon: CouponContent,
  slips: SlipsContent,
};

/** The code of sheets is loaded when the first one is opened. */
export function MemberSheets() {
  const { open } = useSheet();
  const [wasOpened, setWasOpened] = useState(false);
  if (open && !wasOpened) setWasOpened(true);
  return <Suspense>{wasOpened && <SheetHost contents={contents} />}</Suspense>;
}

function CancelContent() {
  const { line } = useSearch({ strict: false }) as { line?: string };
  // The address loses the line's id before the sheet has closed.
  const [lineId] = useState(line ?? '');
  return <CancelWithdrawal lineId={lineId} />;
}

function TransferContent() {
  const { from, to } = useSearch({ strict: false }) as { from?: string; to?: string };
  return <Transfer from={from} to={to} />;
}

function GameContent() {
  const { slot } = useSearch({ strict: false }) as { slot?: string };
  // Keeps its first value, for the reason in `CancelContent`.
  const [slotCode] = useState(slot ?? '');
  return <GameAccount code={slotCode} />;
}

function BonusContent() {
  const { bonus } = useSearch({ strict: false }) as { bonus?: string };
  // Keeps its first value, for the reason in `CancelContent`.
  const [bonusCode] = useState(bonus ?? '');
  return <Bonus code={bonusCode} />;
}

function PromotionContent() {
  const { promotion } = useSearch({ strict: false }) as { promotion?: string };
  const [promotionCode] = useState(promotion ?? '');
  return <Promotion code={promotionCode} />;
}

function PrizeContent() {
  const { won } = useSearch({ strict: false }) as { won?: string };
  // Keeps its first value, for the reason in `CancelContent`.
  const [spinId] = useState(won ?? '');
  return <Prize spin={spinId} />;
}

function CouponContent() {
  const { coupon } = useSearch({ strict: false }) as { coupon?: string };
  // Keeps its first value, for the reason in `CancelContent`.
  const [prizeCode] = useState(coupon ?? '');
  return <Coupon prize={prizeCode} />;
}

function SlipsContent() {
  const { t } = useTranslation('cashier');
  return (
    <Slips
      queue={(onChooseOther) => <QueueItems onChooseOther={onChooseOther} />}
      contactLink={
        <Link to="/user/contact" className={buttonClass('quiet', true)}>
          {t('track.contact')}
        </Link>
      }
    />
  );
}
