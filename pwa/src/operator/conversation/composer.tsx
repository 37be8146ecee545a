import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { setTyping } from '@/data/chat/typing';
import { cx } from '@/ui/cx';
import { toast } from '@/ui/toast';
import { CannedMenu } from '../canned/canned-menu';
import { useCannedMenu } from '../canned/use-canned-menu';
import { useWords } from '../i18n';
import { sender } from '../thread/outbox';
import { Attachment } from './attachment';
import { ComposerTools } from './composer-tools';
import { setDraft, useDraft } from './drafts';
import { kindOf } from './file-kind';
import { ReplyField } from './reply-field';

const TEXT_LIMIT = 2000;
/** The counter shows itself when the end comes near. */
const COUNTED_FROM = TEXT_LIMIT - 200;

/** As the server counts: code points. */
const lengthOf = (text: string) => [...text].length;

/** Words, a file or both; a slash brings the answers given often. */
export function Composer({ id, locale }: { id: string; locale: string }) {
  const { say } = useWords();
  const text = useDraft(id);
  const [file, setFile] = useState<File>();
  const write = (next: string) => {
    setDraft(id, next);
    setTyping(next.trim() !== '' && !next.startsWith('/'));
  };
  const menu = useCannedMenu(text, locale, write);
  const length = lengthOf(text.trim());
  const canSend = length <= TEXT_LIMIT && (length > 0 || file !== undefined) && !menu.isOpen;
  useEffect(() => () => setTyping(false), []);

  const pick = (picked: File) => {
    const answer = kindOf(picked);
    if (answer.ok) setFile(picked);
    else
      toast.error(
        answer.tooLargeMb ? say('file.tooLarge', { limit: answer.tooLargeMb }) : say('file.unsupported'),
      );
  };
  const send = () => {
    if (!canSend) return;
    if (file) sendFile(id, file);
    if (length > 0) sender.send(id, { message_type: 'text', payload: text.trim() });
    setFile(undefined);
    write('');
  };
  return (
    <form
      className="@container relative shrink-0 border-t border-line bg-surface px-3 pt-2.5 pb-[max(8px,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {menu.isOpen && (
        <CannedMenu
          id={menu.id}
          replies={menu.found}
          chosen={menu.chosen}
          locale={locale}
          onUse={menu.insert}
        />
      )}
      {file && <Attachment file={file} onRemove={() => setFile(undefined)} />}
      <ReplyField
        value={text}
        menuId={menu.id}
        activeId={menu.activeId}
        onWrite={write}
        onKey={menu.onKey}
        onSend={send}
        onFile={pick}
      />
      <div className="flex items-center gap-0.5">
        <ComposerTools onFile={pick} onCanned={() => write('/')} />
        <Left length={length} />
        <SendButton canSend={canSend} />
      </div>
    </form>
  );
}

function sendFile(conversation: string, file: File): void {
  const kind = kindOf(file);
  const fileType = kind.ok ? kind.fileType : 'file';
  sender.send(
    conversation,
    { message_type: 'media', payload: { message: '', url: false, fileType, filePath: '', name: file.name } },
    file,
  );
}

function Left({ length }: { length: number }) {
  const { say } = useWords();
  const left = TEXT_LIMIT - length;
  return (
    <p
      aria-live="polite"
      className={cx('text-micro empty:hidden', left < 0 ? 'font-semibold text-failed' : 'text-ink-2')}
    >
      {left < 0 && say('composer.over', { count: -left })}
      {left >= 0 && length >= COUNTED_FROM && say('composer.left', { count: left })}
    </p>
  );
}

function SendButton({ canSend }: { canSend: boolean }) {
  const { say } = useWords();
  return (
    <button
      type="submit"
      aria-label={say('composer.send')}
      aria-disabled={!canSend}
      // The focus stays in the field: the next word may follow.
      onPointerDown={(event) => event.preventDefault()}
      className={cx(
        'press tap ml-1.5 grid size-9 shrink-0 place-items-center rounded-full',
        canSend ? 'bg-brand text-brand-ink' : 'bg-sunken text-ink-3',
      )}
    >
      <ArrowUp className="size-5" strokeWidth={2.4} aria-hidden="true" />
    </button>
  );
}
