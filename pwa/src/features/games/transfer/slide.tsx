import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';

export interface SlideOption {
  /** Empty for the one that means nothing is chosen. */
  code: string;
  name: string;
  note?: string;
  picture?: ReactNode;
}

interface SlideProps {
  option: SlideOption;
  chosen: boolean;
  onChoose: () => void;
}

export function Slide({ option, chosen, onChoose }: SlideProps) {
  const isPlace = option.code !== '';
  return (
    <button
      type="button"
      role="radio"
      aria-checked={chosen}
      tabIndex={chosen ? 0 : -1}
      onClick={onChoose}
      className={cx(
        'flex min-h-18 w-[min(262px,100%)] shrink-0 snap-center items-center gap-3 rounded-card bg-surface px-3.5 py-3 text-left shadow-e1',
        chosen && isPlace && 'outline-2 -outline-offset-2 outline-brand',
        !chosen && 'opacity-60',
      )}
    >
      {option.picture}
      <span className="min-w-0 flex-1">
        <span className={cx('block font-semibold break-words', !isPlace && 'text-ink-2')}>
          <bdi>{option.name}</bdi>
        </span>
        {option.note && <span className="block text-small text-ink-2">{option.note}</span>}
      </span>
      {chosen && isPlace && <CircleCheck className="size-5.5 shrink-0 text-brand-text" aria-hidden="true" />}
    </button>
  );
}
