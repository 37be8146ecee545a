import { ArrowDownToLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';
import { SectionTitle, useFocusOnArrival } from '@/ui/heading';
import { WalletCard } from './wallet-card';

interface HomePageProps {
  onDeposit: () => void;
  /** The latest movements and the way to all of them. */
  recent: ReactNode;
  allLink: ReactNode;
}

export function HomePage({ onDeposit, recent, allLink }: HomePageProps) {
  const { t } = useTranslation('home');
  const title = useFocusOnArrival<HTMLHeadingElement>();
  return (
    <>
      <h1 ref={title} tabIndex={-1} className="sr-only">
        {t('title')}
      </h1>
      <WalletCard />
      <Button block icon={ArrowDownToLine} className="mt-3.5" onClick={onDeposit}>
        {t('deposit')}
      </Button>
      <section className="mt-5">
        <SectionTitle action={allLink}>{t('recent')}</SectionTitle>
        {recent}
      </section>
    </>
  );
}
