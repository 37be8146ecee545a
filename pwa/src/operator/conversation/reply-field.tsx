import { useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { setTyping } from '@/data/chat/typing';
import { useMedia } from '@/ui/use-media';
import { useWords } from '../i18n';

const MAX_HEIGHT_PX = 8 * 22 + 18;

interface ReplyFieldProps {
  value: string;
  /** The list of answers, and which of it Enter would take. */
  menuId: string;
  activeId: string | undefined;
  onWrite: (text: string) => void;
  /** True where the key was for the list. */
  onKey: (key: string) => boolean;
  onSend: () => void;
  onFile: (file: File) => void;
}

/** Grows with what is written. Enter sends where there is a real keyboard; a thumb has the button. */
export function ReplyField({ value, menuId, activeId, onWrite, onKey, onSend, onFile }: ReplyFieldProps) {
  const { say } = useWords();
  const ref = useRef<HTMLTextAreaElement>(null);
  const hasThumbs = useMedia('(pointer: coarse)');
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field) return;
    field.style.height = 'auto';
    field.style.height = `${Math.min(field.scrollHeight + 2, MAX_HEIGHT_PX)}px`;
  }, [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (onKey(event.key)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && !event.shiftKey && !hasThumbs) {
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
      ref={ref}
      data-reply=""
      rows={1}
      value={value}
      aria-label={say('composer.label')}
      aria-keyshortcuts="R"
      aria-autocomplete="list"
      aria-controls={activeId ? menuId : undefined}
      aria-activedescendant={activeId}
      placeholder={say('composer.placeholder')}
      enterKeyHint={hasThumbs ? 'enter' : 'send'}
      onChange={(event) => onWrite(event.currentTarget.value)}
      onBlur={() => setTyping(false)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      className="block w-full resize-none rounded-field border border-control bg-bg px-3.5 py-2 text-body outline-none [scrollbar-width:thin] placeholder:text-ink-3 focus:border-brand focus:ring-1 focus:ring-brand"
    />
  );
}
