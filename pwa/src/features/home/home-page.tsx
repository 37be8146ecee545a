import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showSheet } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { SectionTitle, useFocusOnArrival } from '@/ui/heading';
import { WalletCard } from './wallet-card';

interface HomePageProps {
  /** The games by their kind. */
  games: ReactNode;
  /** The latest movements and the way to all of them. */
  recent: ReactNode;
  allLink: ReactNode;
}

export function HomePage({ games, recent, allLink }: HomePageProps) {
  const { t } = useTranslation('home');
  const title = useFocusOnArrival<HTMLHeadingElement>();
  return (
    <>
      <h1 ref={title} tabIndex={-1} className="sr-only">
        {t('title')}
      </h1>
      <WalletCard />
      <div className="mt-3.5 flex flex-wrap gap-2.5">
        <Button
          icon={ArrowDownToLine}
          className="flex-[5_1_auto] !px-2.5"
          onClick={() => showSheet('deposit')}
        >
          {t('deposit')}
        </Button>
        <Button
          variant="second"
          icon={ArrowUpFromLine}
          className="flex-[4_1_auto] !px-2.5 [&_svg]:text-brand-text"
          onClick={() => showSheet('withdraw')}
        >
          {t('withdraw')}
        </Button>
        <Button
          variant="second"
          icon={ArrowLeftRight}
          className="flex-[4_1_auto] !px-2.5 [&_svg]:text-brand-text"
          onClick={() => showSheet('transfer')}
        >
          {t('transfer')}
        </Button>
      </div>
      {games}
      <section className="mt-5">
        <SectionTitle action={allLink}>{t('recent')}</SectionTitle>
        {recent}
      </section>
    </>
  );
}
