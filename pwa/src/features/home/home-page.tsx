import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Gauge, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/home-texts';
import { CareNotice, CareRow } from '@/money/care-notice';
import { useHome } from '@/data/domains/wallet/use-home';
import { showSheet } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { cx } from '@/ui/cx';
import { SectionTitle, useFocusOnArrival } from '@/ui/heading';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { WalletCard, type PendingLink } from './wallet-card';

interface HomePageProps {
  /** The tiles of rewards: wheel, friends, bonus, refund. */
  tiles?: ReactNode;
  /** The games by category. */
  games: ReactNode;
  /** The latest statement lines, and the link to all of them. */
  recent: ReactNode;
  allLink: ReactNode;
  pendingLink: PendingLink;
}

export function HomePage({ tiles, games, recent, allLink, pendingLink }: HomePageProps) {
  const { t } = useTranslation('home');
  const title = useFocusOnArrival<HTMLHeadingElement>();
  const { loading } = useHome();
  return (
    <>
      <h1 ref={title} tabIndex={-1} className="sr-only">
        {t('title')}
      </h1>
      <WalletCard pendingLink={pendingLink} />
      <CareNotice />
      <div className="@container mt-3.5">
        <div className="flex flex-wrap gap-2.5">
          <MoneyButton icon={ArrowDownToLine} sheet="deposit" first />
          <MoneyButton icon={ArrowUpFromLine} sheet="withdraw" />
          <MoneyButton icon={ArrowLeftRight} sheet="transfer" />
        </div>
      </div>
      {/* Four tiles in a row, or fewer if the text is large. */}
      {tiles && (
        <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(max(4em,calc((100%-24px)/4)),1fr))] gap-x-2 gap-y-4">
          {tiles}
        </div>
      )}
      {loading && <GamesSpace />}
      {/* Rendered while hidden, so that its data are requested at once. */}
      <div hidden={loading}>
        {games}
        <section className="mt-5">
          <SectionTitle action={allLink}>{t('recent')}</SectionTitle>
          {recent}
        </section>
        <div className="mt-4">
          <CareRow icon={Gauge} onOpen={() => showSheet('limits')}>
            {t('limits')}
          </CareRow>
        </div>
      </div>
    </>
  );
}

/**
 * Reserves space until the games are known. Otherwise the games would push the statement lines down under the
 * member's finger.
 */
function GamesSpace() {
  return (
    <div className="late mt-7">
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-42 rounded-card" />
        <Skeleton className="h-42 rounded-card" />
      </div>
      <div className="mt-7">
        <SkeletonRows />
      </div>
    </div>
  );
}

interface MoneyButtonProps {
  icon: LucideIcon;
  sheet: 'deposit' | 'withdraw' | 'transfer';
  /** True for the button that members use most. */
  first?: boolean;
}

/** A deposit, withdrawal or transfer button. In a narrow row the icon is above the text. */
function MoneyButton({ icon, sheet, first }: MoneyButtonProps) {
  const { t } = useTranslation('home');
  return (
    <Button
      variant={first ? 'primary' : 'second'}
      icon={icon}
      className={cx(
        '!px-2 [&>span]:gap-2 @max-[22rem]:py-2 @max-[22rem]:[&>span]:flex-col @max-[22rem]:[&>span]:gap-0.5',
        first ? 'flex-[5_1_auto]' : 'flex-[4_1_auto] [&_svg]:text-brand-text',
      )}
      onClick={() => showSheet(sheet)}
    >
      {t(sheet)}
    </Button>
  );
}
