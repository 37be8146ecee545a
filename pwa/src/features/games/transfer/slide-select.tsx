import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '@/ui/cx';
import { IconButton } from '@/ui/icon-button';
import { useSnap } from '@/ui/use-snap';
import { Slide, type SlideOption } from './slide';

interface SlideSelectProps {
  label: string;
  options: readonly SlideOption[];
  value: string;
  onChange: (code: string) => void;
  invalid?: boolean;
  /** The id of what says what is wrong. */
  noteId?: string;
}

/** As many as dots can be told apart. */
const DOTS = 8;

/** One of several places, as cards side by side: by a swipe, the arrows, a tap or the keyboard. */
export function SlideSelect(props: SlideSelectProps) {
  const { label, options, value, onChange, invalid, noteId } = props;
  const id = useId();
  const at = Math.max(
    0,
    options.findIndex(({ code }) => code === value),
  );
  const go = (index: number) => {
    const next = options[Math.min(Math.max(index, 0), options.length - 1)];
    if (next && next.code !== value) onChange(next.code);
  };
  const { row, onScroll, onTouchStart } = useSnap(at, go);
  const byKey = (event: KeyboardEvent) => {
    const next = keyed(event.key, at, options.length);
    if (next === undefined) return;
    event.preventDefault();
    go(next);
    row.current?.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus({ preventScroll: true });
  };
  return (
    <div>
      <p id={id} className="px-1 pb-1.5 text-small text-ink-2">
        {label}
      </p>
      <div
        ref={row}
        role="radiogroup"
        aria-labelledby={id}
        aria-invalid={invalid || undefined}
        aria-describedby={noteId}
        tabIndex={-1}
        data-base-ui-swipe-ignore=""
        onScroll={onScroll}
        onTouchStart={onTouchStart}
        onKeyDown={byKey}
        className="-mx-4 flex snap-x snap-mandatory gap-3 overflow-x-auto overscroll-x-contain px-[max(16px,calc(50%-131px))] py-1 [scrollbar-width:none]"
      >
        {options.map((option, i) => (
          <Slide key={option.code} option={option} chosen={i === at} onChoose={() => go(i)} />
        ))}
      </div>
      <Steps at={at} count={options.length} label={label} onGo={go} />
    </div>
  );
}

function keyed(key: string, at: number, count: number): number | undefined {
  const ways: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: count - 1,
  };
  const next = ways[key];
  return next === undefined ? undefined : Math.min(Math.max(next, 0), count - 1);
}

interface StepsProps {
  at: number;
  count: number;
  label: string;
  onGo: (index: number) => void;
}

/** The arrows, and where one is between them. */
function Steps({ at, count, label, onGo }: StepsProps) {
  const { t } = useTranslation('games');
  return (
    <div className="flex items-center justify-center gap-2">
      <IconButton
        icon={ChevronLeft}
        label={`${label}: ${t('transfer.previous')}`}
        disabled={at === 0}
        onClick={() => onGo(at - 1)}
        className="text-ink-2 disabled:opacity-40"
      />
      {count > DOTS ? (
        <span className="min-w-16 text-center text-small text-ink-2">
          {t('transfer.place', { at: at + 1, count })}
        </span>
      ) : (
        <span className="flex gap-1.5" aria-hidden="true">
          {Array.from({ length: count }, (_, i) => (
            <span
              key={i}
              className={cx('h-1.5 rounded-full', i === at ? 'w-4.5 bg-brand' : 'w-1.5 bg-control/60')}
            />
          ))}
        </span>
      )}
      <IconButton
        icon={ChevronRight}
        label={`${label}: ${t('transfer.next')}`}
        disabled={at === count - 1}
        onClick={() => onGo(at + 1)}
        className="text-ink-2 disabled:opacity-40"
      />
    </div>
  );
}
