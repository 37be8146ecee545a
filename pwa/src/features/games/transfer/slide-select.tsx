import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { CircleCheck } from 'lucide-react';
import { SlideSteps, slideByKey } from '@/ui/slide-steps';
import { useSnap } from '@/ui/use-snap';
import { cx } from '@/ui/cx';

interface SlideSelectProps {
  label: string;
  options: readonly SlideOption[];
  value: string;
  onChange: (code: string) => void;
  invalid?: boolean;
  /** Id of the element with the error text. */
  noteId?: string;
}

/** Selects the wallet or a game from cards in a row: by swipe, arrow buttons, tap or keyboard. */
export function SlideSelect(props: SlideSelectProps) {
  const { label, options, value, onChange, invalid, noteId } = props;
  const id = useId();
  const at = Math.max(
    0,
    options.findIndex(({ code }) => code === value),
  );
  const choose = (index: number) => {
    const next = options[Math.min(Math.max(index, 0), options.length - 1)];
    if (next && next.code !== value) onChange(next.code);
  };
  const { row, onScroll, onTouchStart } = useSnap(at, choose);
  const handleKey = (event: KeyboardEvent) => {
    const next = indexByKey(event.key, at, options.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
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
        onKeyDown={handleKey}
        className="-mx-4 flex snap-x snap-mandatory gap-3 overflow-x-auto overscroll-x-contain px-[max(16px,calc(50%-131px))] py-1 [scrollbar-width:none]"
      >
        {options.map((option, i) => (
          <Slide key={option.code} option={option} chosen={i === at} onChoose={() => choose(i)} />
        ))}
      </div>
      <SlideSteps at={at} count={options.length} label={label} onGo={choose} />
    </div>
  );
}

/** Returns the new position for a key. Up and down arrows work too, as in a radio group. */
function indexByKey(key: string, at: number, count: number): number | undefined {
  const across: Record<string, string> = { ArrowUp: 'ArrowLeft', ArrowDown: 'ArrowRight' };
  return slideByKey(across[key] ?? key, at, count);
}

export interface SlideOption {
  /** Empty for "nothing chosen". */
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

function Slide({ option, chosen, onChoose }: SlideProps) {
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
