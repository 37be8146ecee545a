import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx';
import { IconButton } from './icon-button';

/** The maximum number of dots: users cannot tell more dots apart. */
const MAX_DOTS = 8;

interface SlideStepsProps {
  /** The index of the visible slide. `count` is the number of slides. */
  at: number;
  count: number;
  onGo: (index: number) => void;
  /** The topic of the slides, if the screen has several rows of slides. */
  label?: string;
}

/** The two arrows of a row of slides, and the current position between them: as dots or in digits. */
export function SlideSteps({ at, count, onGo, label }: SlideStepsProps) {
  const { t } = useTranslation('ui');
  const withTopic = (text: string) => (label === undefined ? text : `${label}: ${text}`);
  return (
    <div className="flex items-center justify-center gap-2">
      <IconButton
        icon={ChevronLeft}
        label={withTopic(t('carousel.previous'))}
        disabled={at === 0}
        onClick={() => onGo(at - 1)}
        className="text-ink-2 disabled:opacity-40"
      />
      {count > MAX_DOTS ? (
        <span className="min-w-16 text-center text-small text-ink-2">
          {t('carousel.place', { at: at + 1, count })}
        </span>
      ) : (
        <span className="flex gap-1.5" aria-hidden="true">
          {Array.from({ length: count }, (_, i) => (
            <span
              key={i}
              className={cx(
                'h-1.5 rounded-full',
                i === at
                  ? 'w-4.5 bg-brand forced-colors:bg-[Highlight]'
                  : 'w-1.5 bg-control/60 forced-colors:bg-[CanvasText]',
              )}
            />
          ))}
        </span>
      )}
      <IconButton
        icon={ChevronRight}
        label={withTopic(t('carousel.next'))}
        disabled={at === count - 1}
        onClick={() => onGo(at + 1)}
        className="text-ink-2 disabled:opacity-40"
      />
    </div>
  );
}

/** Returns the index that a key leads to, or undefined for any other key. */
export function slideByKey(key: string, at: number, count: number): number | undefined {
  const indexes: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 };
  const next = indexes[key];
  return next === undefined ? undefined : Math.min(Math.max(next, 0), count - 1);
}
