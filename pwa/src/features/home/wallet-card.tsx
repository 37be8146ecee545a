import { ChevronRight, Eye, EyeOff, Hourglass, RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/home-texts';
import { isOffline } from '@/data/device/connection';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useHiddenAmounts } from '@/data/device/use-hidden-amounts';
import { refreshAll } from '@/data/app/refresh-all';
import { useHome, type CachedHome } from '@/data/domains/wallet/use-home';
import { useList } from '@/data/engine/pages/pages';
import { gamesTotal, pendingAmount, totalOf, totalWithPending } from '@/data/domains/wallet/total';
import { shortBankName } from '@/i18n/bank-name';
import { codeText } from '@/i18n/error-text';
import { keepTogether } from '@/i18n/keep-together';
import { useLocale } from '@/i18n/locales';
import { showSheet } from '@/nav/sheets';
import { Amount, InlineAmount } from '@/ui/amount';
import { AsOf } from '@/ui/as-of';
import { RoundButton } from '@/ui/round-button';
import { cx } from '@/ui/cx';
import { formatCount } from '@/ui/format/money';
import { IconButton } from '@/ui/icon-button';
import { Coin } from '@/ui/illustration';
import { Pocket } from '@/ui/pocket';
import { toast } from '@/ui/toast';
import { useCountUp } from '@/ui/use-count-up';

/** The minimum time in ms that the refresh button turns: one turn. */
const TURN_MS = 700;

/** Renders a link to the statement lines of pending amounts. */
export type PendingLink = (words: ReactNode, className: string) => ReactNode;

export function WalletCard({ pendingLink }: { pendingLink: PendingLink }) {
  const { t } = useTranslation('home');
  const { data = {}, asOf, loading } = useHome();
  const { offline } = useConnection();
  const [hidden, toggleHidden] = useHiddenAmounts();
  const total = useCountUp(totalOf(data));
  const isNew = useIsNew(data);
  return (
    <section
      aria-label={t('title')}
      className="relative overflow-hidden rounded-wallet bg-wallet text-wallet-ink shadow-e2"
    >
      <div className="px-5 pt-3 pb-6">
        <div className="flex min-h-11 items-center gap-x-2">
          <p className="min-w-0 flex-1 font-semibold break-words">
            <bdi>{data.profile?.name}</bdi>
          </p>
          <IconButton
            icon={hidden ? EyeOff : Eye}
            label={t(hidden ? 'show' : 'hide')}
            aria-pressed={hidden}
            onClick={toggleHidden}
            className="-mr-2.5 text-wallet-ink-2"
          />
        </div>
        <div className="flex flex-wrap items-center gap-x-2">
          <p className="text-small text-wallet-ink-2">{t('total')}</p>
          <AsOf at={asOf} offline={offline} tone="text-wallet-ink-2" />
        </div>
        <Balance total={total} hidden={hidden} offline={offline} />
        {pendingAmount(data) > 0 && <PendingAmount home={data} hidden={hidden} link={pendingLink} />}
        {isNew ? <FirstStep home={data} /> : <BalanceSplit home={data} hidden={hidden} loading={loading} />}
      </div>
      <Pocket
        cloth="fill-wallet-deep"
        hem="text-wallet-ink-2/60"
        notchContent={<RefreshButton />}
        className="px-5 pt-5 pb-4"
      >
        <PocketFacts home={data} hidden={hidden} />
      </Pocket>
    </section>
  );
}

/** Shows the balance with the same height in every state, so that the buttons below do not move. */
function Balance({
  total,
  hidden,
  offline,
}: {
  total: number | undefined;
  hidden: boolean;
  offline: boolean;
}) {
  const { t } = useTranslation('home');
  if (total === undefined) {
    return (
      <div className="min-h-13">
        {offline ? (
          <p className="pt-2 text-wallet-ink-2">{t('missingText')}</p>
        ) : (
          <span className="late block py-2" aria-hidden="true">
            <span className="block h-9 w-48 max-w-full rounded-full bg-wallet-deep" />
          </span>
        )}
      </div>
    );
  }
  return (
    <p className="min-h-13 text-balance font-bold">
      {hidden && <span className="sr-only">{t('hidden')}</span>}
      <Amount value={total} hidden={hidden} unit={t('unit')} unitClass="text-wallet-ink-2" />
    </p>
  );
}

/** Shows the amount that pending transfers and withdrawals hold, and the member's total including it. */
function PendingAmount({ home, hidden, link }: { home: CachedHome; hidden: boolean; link: PendingLink }) {
  const { t } = useTranslation('home');
  const rows = [
    { words: t('onTheWay'), amount: pendingAmount(home), className: 'font-semibold' },
    { words: t('whole'), amount: totalWithPending(home) ?? 0, className: 'text-small text-wallet-ink-2' },
  ];
  return link(
    <>
      <Hourglass className="size-5 shrink-0 text-wallet-ink-2" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        {rows.map(({ words, amount, className }) => (
          <span key={words} className={cx('flex flex-wrap justify-between gap-x-3', className)}>
            <span>{words} </span>
            <InlineAmount value={amount} hidden={hidden} />
          </span>
        ))}
      </span>
      <ChevronRight className="size-5 shrink-0 text-wallet-ink-2" aria-hidden="true" />
    </>,
    'press mt-2 flex min-h-11 items-center gap-3 rounded-field bg-wallet-deep px-3 py-1.5',
  );
}

/** Returns whether the member has no statement lines and no money yet. */
function useIsNew(home: CachedHome): boolean {
  const { data: lines } = useList('statement');
  return lines?.rows.length === 0 && totalWithPending(home) === 0;
}

/** Shows a new member the first step, instead of two zeros. */
function FirstStep({ home: { bankAccount } }: { home: CachedHome }) {
  const { t } = useTranslation('home');
  const locale = useLocale();
  if (!bankAccount) return <p className="mt-2 h-[1lh] text-small" />;
  const account = `${keepTogether(shortBankName(bankAccount.bank, locale))}\u00a0••${bankAccount.bankAccountNo.slice(-4)}`;
  return <p className="mt-2 text-small text-balance text-wallet-ink-2">{t('first', { account })}</p>;
}

/**
 * Shows the amounts in the wallet and in games. It is absent if there are no games. Its space is reserved
 * while loading, so that the buttons do not move.
 */
function BalanceSplit({ home, hidden, loading }: { home: CachedHome; hidden: boolean; loading: boolean }) {
  const { t } = useTranslation('home');
  if (loading) return <p className="mt-2 h-[1lh] text-small" />;
  if (!home.wallet || !home.slots?.length) return null;
  return (
    <p className="mt-2 flex flex-wrap gap-x-3 text-small text-wallet-ink-2">
      <span>
        {t('inWallet')}{' '}
        <b className="font-semibold text-wallet-ink">
          <InlineAmount value={home.wallet.amount} hidden={hidden} />
        </b>
      </span>
      <span>
        {t('inGames')}{' '}
        <b className="font-semibold text-wallet-ink">
          <InlineAmount value={gamesTotal(home.slots)} hidden={hidden} />
        </b>
      </span>
    </p>
  );
}

function PocketFacts({ home, hidden }: { home: CachedHome; hidden: boolean }) {
  const { t } = useTranslation('home');
  const { profile, invite } = home;
  return (
    <dl className="flex min-h-13 flex-wrap gap-x-6 pr-28">
      {profile && (
        <PocketFact label={t('coins')}>
          <Coin />
          {formatCount(profile.coin)}
        </PocketFact>
      )}
      {invite && (
        <PocketFact label={t('invite.bonus')}>
          <InlineAmount value={invite.amount} hidden={hidden} />
          {invite.amount > 0 && <ReceivePill />}
        </PocketFact>
      )}
    </dl>
  );
}

/**
 * Opens the confirmation to collect what friends earned. The accessible name contains the visible text as
 * separate words, for voice control.
 */
function ReceivePill() {
  const { t } = useTranslation('home');
  return (
    <button
      type="button"
      aria-label={t('invite.receiveOf')}
      onClick={() => showSheet('collect')}
      className="press tap rounded-[10px] bg-yolk px-3 py-0.5 text-small font-semibold text-yolk-ink"
    >
      {t('invite.receive')}
    </button>
  );
}

function PocketFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-micro text-wallet-ink-2">{label}</dt>
      <dd className="flex min-h-8 min-w-0 items-center gap-2 font-semibold">{children}</dd>
    </div>
  );
}

/** Refreshes everything on the card. The icon turns at least once, so that the member sees the tap. */
function RefreshButton() {
  const { t } = useTranslation('home');
  const [turning, setTurning] = useState(false);
  const refresh = async () => {
    if (turning) return;
    setTurning(true);
    const hasResponse = await refreshAll(TURN_MS);
    setTurning(false);
    if (hasResponse) toast.done(t('updated'));
    else if (isOffline()) toast.error(codeText('NETWORK'));
  };
  return (
    <RoundButton icon={RefreshCw} label={t('refresh')} turning={turning} onClick={() => void refresh()} />
  );
}
