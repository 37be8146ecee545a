import { ArrowUp, LayoutPanelTop, MessageSquareText, Paperclip } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { setTyping } from '@/data/chat/typing';
import { cx } from '@/ui/cx';
import { IconButton } from '@/ui/icon-button';
import { toast } from '@/ui/toast';
import { matching, cannedStore, textFor } from '../canned/canned';
import { CannedMenu } from '../canned/canned-menu';
import { useWords } from '../i18n';
import { togglePanel, usePanel } from '../panel/place';
import { usePart } from '../store';
import { sender } from '../thread/outbox';
import type { Canned } from '../types';
import { Kbd } from '../ui/kbd';
import { Attachment } from './attachment';
import { setDraft, useDraft } from './drafts';
import { ACCEPT, kindOf } from './file-kind';
import { ReplyField } from './reply-field';

export const TEXT_LIMIT = 2000;
/** The counter shows itself when the end comes near. */
const COUNTED_FROM = TEXT_LIMIT - 200;

/** As the server counts: code points. */
const lengthOf = (text: string) => [...text].length;

/** Words, a file or both; a slash brings the answers given often. */
export function Composer({ id, locale }: { id: string; locale: string }) {
  const { say } = useWords();
  const text = useDraft(id);
  const [file, setFile] = useState<File>();
  const [active, setActive] = useState(0);
  // A message may begin with a slash all the same: Escape puts the list away until the next one.
  const [isPutAway, setPutAway] = useState(false);
  const replies = usePart(cannedStore, (state) => state.replies);
  const panel = usePanel();
  const input = useRef<HTMLInputElement>(null);
  const menuId = useId();
  const isMenuOpen = text.startsWith('/') && !isPutAway;
  const found = isMenuOpen ? matching(replies, text.slice(1)) : [];
  const chosen = Math.min(active, found.length - 1);
  const length = lengthOf(text.trim());
  const canSend = length <= TEXT_LIMIT && (length > 0 || file !== undefined) && !isMenuOpen;
  useEffect(() => () => setTyping(false), []);

  const write = (next: string) => {
    setDraft(id, next);
    setActive(0);
    if (!next.startsWith('/')) setPutAway(false);
    setTyping(next.trim() !== '' && !next.startsWith('/'));
  };
  const insert = (reply: Canned | undefined) => reply && write(textFor(reply, locale));
  const pick = (picked: File | undefined) => {
    if (!picked) return;
    const answer = kindOf(picked);
    if (answer.ok) setFile(picked);
    else toast.error(answer.tooLargeMb ? say('file.tooLarge', { limit: answer.tooLargeMb }) : say('file.unsupported'));
  };
  const send = () => {
    if (!canSend) return;
    setTyping(false);
    if (file) {
      const kind = kindOf(file);
      const fileType = kind.ok ? kind.fileType : 'file';
      sender.send(id, { message_type: 'media', payload: { message: '', url: false, fileType, filePath: '', name: file.name } }, file);
      setFile(undefined);
    }
    if (length > 0) sender.send(id, { message_type: 'text', payload: text.trim() });
    write('');
  };
  const onKey = (key: string): boolean => {
    if (!isMenuOpen) return false;
    if (key === 'Escape') setPutAway(true);
    else if (key === 'ArrowDown' && found.length > 0) setActive((chosen + 1) % found.length);
    else if (key === 'ArrowUp' && found.length > 0) setActive((chosen - 1 + found.length) % found.length);
    else if (key === 'Enter' || key === 'Tab') insert(found[chosen]);
    else return false;
    return true;
  };

  return (
    <form
      className="@container relative shrink-0 border-t border-line bg-surface px-3 pt-2.5 pb-[max(8px,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {isMenuOpen && <CannedMenu id={menuId} replies={found} chosen={chosen} locale={locale} onUse={insert} />}
      {file && <Attachment file={file} onRemove={() => setFile(undefined)} />}
      <ReplyField
        value={text}
        menuId={menuId}
        activeId={isMenuOpen && found[chosen] ? `${menuId}-${found[chosen].id}` : undefined}
        onWrite={write}
        onKey={onKey}
        onSend={send}
        onFile={pick}
      />
      <div className="flex items-center gap-0.5">
        <input
          ref={input}
          type="file"
          accept={ACCEPT}
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          data-testid="operator-file"
          onChange={(event) => {
            const [picked] = event.currentTarget.files ?? [];
            pick(picked);
            // The same file may be picked again.
            event.currentTarget.value = '';
          }}
        />
        <IconButton icon={Paperclip} label={say('composer.attach')} onClick={() => input.current?.click()} className="-ml-2 text-ink-2" iconClass="size-5" />
        <IconButton
          icon={LayoutPanelTop}
          label={say('composer.rich')}
          aria-pressed={panel === 'compose'}
          onClick={() => togglePanel('compose')}
          className={panel === 'compose' ? 'text-brand-text' : 'text-ink-2'}
          iconClass="size-5"
        />
        <IconButton
          icon={MessageSquareText}
          label={say('composer.canned')}
          onClick={() => {
            write('/');
            document.querySelector<HTMLElement>('[data-reply]')?.focus();
          }}
          className="text-ink-2"
          iconClass="size-5"
        />
        <p
          className="flex min-w-0 flex-1 items-center gap-1.5 px-1 text-micro whitespace-nowrap text-ink-2 pointer-coarse:invisible @max-[500px]:invisible"
          aria-hidden="true"
        >
          <Kbd>R</Kbd>
          {say('keys.reply')}
          <Kbd>/</Kbd>
          {say('keys.canned')}
          <Kbd>Enter</Kbd>
          {say('keys.send')}
        </p>
        <p aria-live="polite" className={cx('text-micro empty:hidden', length > TEXT_LIMIT ? 'font-semibold text-failed' : 'text-ink-2')}>
          {length > TEXT_LIMIT && say('composer.over', { count: length - TEXT_LIMIT })}
          {length <= TEXT_LIMIT && length >= COUNTED_FROM && say('composer.left', { count: TEXT_LIMIT - length })}
        </p>
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
      </div>
    </form>
  );
}
