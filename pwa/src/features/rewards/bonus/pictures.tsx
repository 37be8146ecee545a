import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BonusCard } from '@/data/api/types';
import { Card } from '@/ui/card';
import { cx } from '@/ui/cx';
import { Html } from '@/ui/html';

/** Shows a bonus's pictures with their texts in a row. Each picture has a dot that scrolls to it. */
export function Pictures({ banners }: { banners: BonusCard['banners'] }) {
  const { t } = useTranslation('bonus');
  const row = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  if (banners.length === 0) return null;
  const hasDots = banners.length > 1;
  const updateShown = () => {
    const { current: list } = row;
    if (list) setShown(Math.round(Math.abs(list.scrollLeft) / list.clientWidth));
  };
  return (
    <section aria-label={t('sheet.pictures')}>
      <ul
        ref={row}
        onScroll={updateShown}
        // Keyboard users can scroll the row once it has the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={hasDots ? 0 : undefined}
        className="flex snap-x snap-mandatory gap-3 overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
      >
        {banners.map(({ image, html }, i) => (
          <li key={i} className="w-full shrink-0 snap-center">
            <Card className="h-full overflow-hidden">
              <img
                src={image}
                alt=""
                width={680}
                height={252}
                decoding="async"
                className="h-32 w-full bg-sunken object-cover"
              />
              <Html html={html} className="px-4 pt-3 pb-4" />
            </Card>
          </li>
        ))}
      </ul>
      {hasDots && (
        <div className="flex justify-center">
          {banners.map((_, i) => (
            <button
              key={i}
              type="button"
              aria-label={t('sheet.picture', { n: i + 1, all: banners.length })}
              aria-current={i === shown}
              onClick={() => row.current?.children[i]?.scrollIntoView({ block: 'nearest', inline: 'center' })}
              className="grid size-11 place-items-center"
            >
              <span className={cx('size-2 rounded-full', i === shown ? 'bg-brand' : 'bg-control')} />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
