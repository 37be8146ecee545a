import { ArrowUp, ImagePlus } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { sendMedia, sendText, setTyping, TEXT_LIMIT } from '@/data/chat';
import { cx } from '@/ui/cx';
import { IconButton } from '@/ui/icon-button';
import { Spinner } from '@/ui/spinner';
import { useMedia } from '@/ui/use-media';
import { ACCEPT, Attachment } from './attachment';
import { lengthOf, setDraft, useDraft } from './draft';
import { orSay } from './or-say';
import { RefusedFile, type Refusal } from './refused-file';

/** The counter shows itself when the end comes near. */
const COUNTED_FROM = TEXT_LIMIT - 200;
/** Five lines and the inner space. */
const MAX_HEIGHT_PX = 5 * 26 + 20;

/** Words, a file or both. Nothing typed is lost before it is safe on the phone. */
export function Composer() {
  const { t } = useTranslation('chat');
  const text = useDraft();
  const [file, setFile] = useState<File>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const input = useRef<HTMLInputElement>(null);
  const counterId = useId();
  const length = lengthOf(text.trim());
  const left = TEXT_LIMIT - length;
  const canSend = !busy && left >= 0 && (length > 0 || file !== undefined);

  const sendFile = async (chosen: File) => {
    setBusy(true);
    const result = await sendMedia(chosen).finally(() => setBusy(false));
    setFile(undefined);
    if (result !== 'ok') setRefusal(result);
    return result === 'ok';
  };
  const send = async () => {
    if (!canSend) return;
    setTyping(false);
    if (file && !(await sendFile(file))) return;
    if (length === 0) return;
    setDraft('');
    await sendText(text.trim()).catch((error: unknown) => {
      setDraft(text);
      throw error;
    });
  };
  const pick = (chosen: File | undefined) => {
    if (!chosen) return;
    if (isNamed(chosen)) setFile(chosen);
    else setRefusal('unsupported');
  };
  useEffect(() => () => setTyping(false), []);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        orSay(send());
      }}
    >
      {file && <Attachment file={file} busy={busy} onRemove={() => setFile(undefined)} />}
      <div className="flex items-end gap-1.5 px-2 py-2.5">
        <input
          ref={input}
          type="file"
          accept={ACCEPT}
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          data-testid="chat-file"
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            pick(chosen);
            // The same file may be picked again.
            event.currentTarget.value = '';
          }}
        />
        <IconButton icon={ImagePlus} label={t('composer.attach')} onClick={() => input.current?.click()} className="text-ink-2" />
        <div className="min-w-0 flex-1">
          <Field value={text} describedBy={counterId} onSend={() => orSay(send())} onFile={pick} />
          <p
            id={counterId}
            aria-live="polite"
            className={cx('px-4 text-right text-micro empty:hidden', left < 0 ? 'font-semibold text-failed' : 'text-ink-2')}
          >
            {left < 0 && t('composer.over', { count: -left })}
            {left >= 0 && length >= COUNTED_FROM && t('composer.left', { count: left })}
          </p>
        </div>
        <button
          type="submit"
          aria-label={t('composer.send')}
          aria-disabled={!canSend}
          // The keyboard stays up: the next word may follow.
          onPointerDown={(event) => event.preventDefault()}
          className={cx(
            'press grid size-11.5 shrink-0 place-items-center rounded-full',
            canSend ? 'bg-brand text-brand-ink' : 'bg-sunken text-ink-3',
          )}
        >
          {busy ? <Spinner /> : <ArrowUp className="size-5.5" strokeWidth={2.4} aria-hidden="true" />}
        </button>
      </div>
      <RefusedFile refusal={refusal} onClose={() => setRefusal(undefined)} />
    </form>
  );
}

/** A file without an extension says nothing of what it is. */
function isNamed({ name }: File): boolean {
  return /\.(mov|mp4|png|jpe?g|gif)$/i.test(name);
}

interface FieldProps {
  value: string;
  describedBy: string;
  onSend: () => void;
  onFile: (file: File | undefined) => void;
}

/** Grows to five lines. Enter sends where there is a real keyboard; a thumb has the button. */
function Field({ value, describedBy, onSend, onFile }: FieldProps) {
  const { t } = useTranslation('chat');
  const ref = useRef<HTMLTextAreaElement>(null);
  const hasThumbs = useMedia('(pointer: coarse)');
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field) return;
    field.style.height = 'auto';
    field.style.height = `${Math.min(field.scrollHeight, MAX_HEIGHT_PX)}px`;
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
