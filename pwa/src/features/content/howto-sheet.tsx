import { VideoOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrency } from '@/data/domains/wallet/use-home';
import '@/i18n/content-texts';
import { localeNames, useLocale, type Locale } from '@/i18n/locales';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { SectionTitle } from '@/ui/heading';
import { NumberedSteps } from '@/ui/numbered-steps';
import { SheetPage } from '@/ui/sheet';
import { useMedia } from '@/ui/media';
import { steps, topics, type Topic } from './topics';

/** Shows one topic: its video, and the same steps as text. The text works offline. */
export default function HowtoSheet({ topic }: { topic: Topic }) {
  const { t } = useTranslation('content');
  const [missing, setMissing] = useState(false);
  const title = t(`howto.${topic}.title`);
  // The app does not accept slips of Lao banks.
  const isKip = useCurrency() === 'LAK';
  const textOf = (step: (typeof steps)[number]) =>
    isKip && topic === 'wallet' && step === 'three'
      ? t('howto.walletKip')
      : t(`howto.${topic}.steps.${step}`);
  return (
    <SheetPage title={title}>
      {missing ? (
        <Banner
          tone="info"
          icon={VideoOff}
          role="status"
          action={
            <Button variant="plain" onClick={() => setMissing(false)}>
              {t('howto.retry')}
            </Button>
          }
        >
          {t('howto.missing')}
        </Banner>
      ) : (
        <Player key={topic} topic={topic} title={title} onMissing={() => setMissing(true)} />
      )}
      <div className="mt-5">
        <SectionTitle>{t('howto.steps')}</SectionTitle>
        <NumberedSteps steps={steps.map((step) => ({ text: textOf(step) }))} />
      </div>
    </SheetPage>
  );
}

interface PlayerProps {
  topic: Topic;
  title: string;
  onMissing: () => void;
}

/** Plays a silent clip. It starts automatically, unless the member prefers reduced motion. */
function Player({ topic, title, onMissing }: PlayerProps) {
  const locale = useLocale();
  const hasReducedMotion = useMedia('(prefers-reduced-motion: reduce)');
  const { file } = topics.find(({ id }) => id === topic)!;
  return (
    <video
      // The address is set after the element is on the page. Otherwise an early error event would find no
      // handler.
      ref={(video) => {
        if (video && !video.src) video.src = `/howto/${file}.webm`;
      }}
      poster={`/howto/${file}.svg`}
      aria-label={title}
      controls
      playsInline
      muted
      autoPlay={!hasReducedMotion}
      preload="metadata"
      onError={onMissing}
      className="mx-auto aspect-[4/5] max-h-[52dvh] w-full rounded-card bg-wallet-deep object-contain"
    >
      {(Object.keys(localeNames) as Locale[]).map((each) => (
        <track
          key={each}
          kind="captions"
          src={`/howto/${file}.${each}.vtt`}
          srcLang={each}
          label={localeNames[each].name}
          default={each === locale}
        />
      ))}
    </video>
  );
}
