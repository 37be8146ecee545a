import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx';
import { IconButton } from './icon-button';
import { useSnap } from './use-snap';

interface CarouselProps {
  /** What it is about, for those who listen. */
  label: string;
  /** Nothing in them may want the arrow keys. */
  slides: readonly ReactNode[];
}

/** Slides of the whole width: by a swipe, the arrows or the keyboard. It never moves by itself. */
export function Carousel({ label, slides }: CarouselProps) {
  const { t } = useTranslation('ui');
  const [at, setAt] = useState(0);
  const last = slides.length - 1;
  const go = (index: number) => setAt(Math.min(Math.max(index, 0), last));
  const { row, onScroll, onTouchStart } = useSnap(at, go);
  const byKey = (event: KeyboardEvent) => {
    const next = keyed(event.key, at, last);
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  };
  return (
    <section aria-roledescription={t('carousel.role')} aria-label={label}>
      {/* A row that scrolls is reached by the keyboard, and goes slide by slide. */}
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
        onKeyDown={byKey}
        className="flex snap-x snap-mandatory gap-4 overflow-x-auto overscroll-x-contain rounded-card [scrollbar-width:none]"
      >
        {slides.map((slide, i) => (
          <div
            key={i}
            role="group"
            aria-roledescription={t('carousel.slide')}
            aria-label={t('carousel.place', { at: i + 1, count: slides.length })}
            // Out of sight, its links are not to be tabbed into.
            inert={i !== at}
            className="w-full shrink-0 snap-center"
          >
            {slide}
          </div>
        ))}
      </div>
      {last > 0 && <Steps at={at} last={last} onGo={go} />}
    </section>
  );
}

function keyed(key: string, at: number, last: number): number | undefined {
  const ways: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
  return ways[key];
}

/** The arrows, and where one is between them. */
function Steps({ at, last, onGo }: { at: number; last: number; onGo: (index: number) => void }) {
  const { t } = useTranslation('ui');
  return (
    <div className="mt-1 flex items-center justify-center gap-2">
      <IconButton
        icon={ChevronLeft}
        label={t('carousel.previous')}
        disabled={at === 0}
        onClick={() => onGo(at - 1)}
        className="text-ink-2 disabled:opacity-40"
      />
      <span className="sr-only" role="status">
        {t('carousel.place', { at: at + 1, count: last + 1 })}
      </span>
      <span className="flex gap-1.5" aria-hidden="true">
        {Array.from({ length: last + 1 }, (_, i) => (
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
      <IconButton
        icon={ChevronRight}
        label={t('carousel.next')}
        disabled={at === last}
        onClick={() => onGo(at + 1)}
        className="text-ink-2 disabled:opacity-40"
      />
    </div>
  );
}
