import { ArrowUp } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
} from 'react';
import { TEXT_LIMIT } from '@/data/domains/chat/limits';
import { cx } from '@/ui/cx';
import { Spinner } from '@/ui/spinner';
import { useMedia } from '@/ui/media';
import { useSide, useConversationTexts } from './side';
import { textReading } from '@/ui/reading';

interface GrowingFieldProps extends Omit<ComponentProps<'textarea'>, 'onKeyDown' | 'onPaste' | 'value'> {
  value: string;
  maxHeight: number;
  /** Returns true if it handled the key. */
  onKey?: (event: globalThis.KeyboardEvent) => boolean;
  onSend: () => void;
  onFile: (file: File) => void;
}

/**
 * A text field that grows with its text. Enter sends if the user has a real keyboard; touch users tap the
 * button.
 */
export function GrowingField({
  maxHeight,
  onKey,
  onSend,
  onFile,
  autoFocus,
  className,
  ...field
}: GrowingFieldProps) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const hasTouch = useMedia('(pointer: coarse)');
  useLayoutEffect(() => {
    const view = ref.current;
    if (!view) return;
    view.style.height = 'auto';
    const borders = view.offsetHeight - view.clientHeight;
    view.style.height = `${Math.min(view.scrollHeight + borders, maxHeight)}px`;
  }, [field.value, maxHeight]);
  // The focus is set after the surrounding sheet has stored which element had it before. The autofocus
  // attribute would set it too early.
  useEffect(() => {
    if (!autoFocus) return;
    const frame = requestAnimationFrame(() => ref.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [autoFocus]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (onKey?.(event.nativeEvent)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && !event.shiftKey && !hasTouch) {
      event.preventDefault();
      onSend();
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const [pasted] = event.clipboardData.files;
    if (!pasted) return;
    event.preventDefault();
    onFile(pasted);
  };
  return (
    <textarea
      {...field}
      ref={ref}
      data-reads={textReading.kind}
      rows={1}
      enterKeyHint={hasTouch ? 'enter' : 'send'}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      className={cx(
        'block w-full resize-none border border-control bg-bg text-body outline-none outline-offset-0 placeholder:text-ink-3 focus:border-brand focus:outline-1 focus:outline-brand focus:outline-solid',
        className,
      )}
    />
  );
}

/** The counter appears this many characters before the limit. */
const COUNTED_WITHIN = 200;

export function RemainingLength({
  id,
  length,
  className,
}: {
  id?: string;
  length: number;
  className?: string;
}) {
  const t = useConversationTexts();
  const left = TEXT_LIMIT - length;
  return (
    <p
      id={id}
      aria-live="polite"
      className={cx(
        'text-micro empty:hidden',
        left < 0 ? 'font-semibold text-failed' : 'text-ink-2',
        className,
      )}
    >
      {left < 0 && t('composer.over', { count: -left })}
      {left >= 0 && left <= COUNTED_WITHIN && t('composer.left', { count: left })}
    </p>
  );
}

export function SendButton({ can, busy = false }: { can: boolean; busy?: boolean }) {
  const { isDense } = useSide();
  const t = useConversationTexts();
  return (
    <button
      type="submit"
      aria-label={t('composer.send')}
      aria-disabled={!can}
      // Keeps the focus in the field and the keyboard open, for the next message.
      onPointerDown={(event) => event.preventDefault()}
      className={cx(
        'press grid shrink-0 place-items-center rounded-full',
        isDense ? 'tap ml-1.5 size-9' : 'size-11.5',
        can ? 'bg-brand text-brand-ink' : 'bg-sunken text-ink-3',
      )}
    >
      {busy ? (
        <Spinner />
      ) : (
        <ArrowUp className={isDense ? 'size-5' : 'size-5.5'} strokeWidth={2.4} aria-hidden="true" />
      )}
    </button>
  );
}
