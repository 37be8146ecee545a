import { useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { setTyping } from '@/data/chat';
import { useMedia } from '@/ui/use-media';
import { setDraft } from './draft';

/** Five lines and the inner space. */
const MAX_HEIGHT_PX = 5 * 26 + 22;

interface ComposerFieldProps {
  value: string;
  describedBy: string;
  onSend: () => void;
  onFile: (file: File) => void;
}

/** Grows to five lines. Enter sends where there is a real keyboard; a thumb has the button. */
export function ComposerField({ value, describedBy, onSend, onFile }: ComposerFieldProps) {
  const { t } = useTranslation('chat');
  const ref = useRef<HTMLTextAreaElement>(null);
  const hasThumbs = useMedia('(pointer: coarse)');
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field) return;
    field.style.height = 'auto';
    const borders = field.offsetHeight - field.clientHeight;
    field.style.height = `${Math.min(field.scrollHeight + borders, MAX_HEIGHT_PX)}px`;
  }, [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || hasThumbs || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSend();
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
      rows={1}
      value={value}
      aria-label={t('composer.label')}
      aria-describedby={describedBy}
      placeholder={t('composer.placeholder')}
      enterKeyHint={hasThumbs ? 'enter' : 'send'}
      autoFocus={!hasThumbs}
      onChange={(event) => {
        setDraft(event.currentTarget.value);
        setTyping(event.currentTarget.value.trim() !== '');
      }}
      onBlur={() => setTyping(false)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      className="block w-full resize-none rounded-[23px] border border-control bg-bg px-4 py-2.5 text-body outline-none [scrollbar-width:none] placeholder:text-ink-3 focus:border-brand focus:ring-1 focus:ring-brand"
    />
  );
}
