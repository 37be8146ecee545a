import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SlideSteps, slideByKey } from './slide-steps';
import { useSnap } from './use-snap';

interface CarouselProps {
  /** The topic, for screen readers. */
  label: string;
  /** A slide must not contain anything that uses the arrow keys. */
  slides: readonly ReactNode[];
}

/** Slides of the full width, moved by a swipe, the arrows or the keyboard. It never moves automatically. */
export function Carousel({ label, slides }: CarouselProps) {
  const { t } = useTranslation('ui');
  const [at, setAt] = useState(0);
  const last = slides.length - 1;
  const moveTo = (index: number) => setAt(Math.min(Math.max(index, 0), last));
  const { row, onScroll, onTouchStart } = useSnap(at, moveTo);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = slideByKey(event.key, at, slides.length);
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
  };
  return (
    <section aria-roledescription={t('carousel.role')} aria-label={label}>
      {/* A scrolling row can be reached by keyboard, and moves slide by slide. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={row}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={last > 0 ? 0 : undefined}
        role="group"
        aria-label={t('carousel.slides')}
        data-base-ui-swipe-ignore=""
        onScroll={onScroll}
        onTouchStart={onTouchStart}
        onKeyDown={onKeyDown}
        className="flex snap-x snap-mandatory gap-4 overflow-x-auto overscroll-x-contain rounded-card [scrollbar-width:none]"
      >
        {slides.map((slide, i) => (
          <div
            key={i}
            role="group"
            aria-roledescription={t('carousel.slide')}
            aria-label={t('carousel.place', { at: i + 1, count: slides.length })}
            // Links of a hidden slide must not get the focus.
            inert={i !== at}
            className="w-full shrink-0 snap-center"
          >
            {slide}
          </div>
        ))}
      </div>
      {last > 0 && (
        <div className="mt-1">
          <span className="sr-only" role="status">
            {t('carousel.place', { at: at + 1, count: slides.length })}
          </span>
          <SlideSteps at={at} count={slides.length} onGo={moveTo} />
        </div>
      )}
    </section>
  );
}
