import { useEffect, useState } from 'react';
import { Attachment } from '@/conversation/attachment';
import { GrowingField, RemainingLength, SendButton } from '@/conversation/composer-controls';
import { kindOf, lengthOf, TEXT_LIMIT } from '@/data/domains/chat/limits';
import { setTyping } from '@/data/domains/chat/typing';
import { toast } from '@/ui/toast';
import { CannedMenu } from '../canned/canned-menu';
import { useCannedMenu } from '../canned/use-canned-menu';
import { shortcutOf } from '../frame/keys';
import { useTexts } from '../i18n';
import { sender } from '../thread/outbox';
import { ComposerTools } from './composer-tools';
import { setDraft, useDraft } from './drafts';
import { cleanText } from '@/data/kit/typed/written';

const MAX_HEIGHT_PX = 8 * 22 + 18;

/** A reply: text, a file or both. A slash opens the list of canned replies. */
export function Composer({ id, locale }: { id: string; locale: string }) {
  const { t } = useTexts();
  const { text, file, menu, length, canSend, write, pick, removeFile, send } = useReply(id, locale);
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
      {file && <Attachment file={file} onRemove={removeFile} className="mb-2" />}
      <GrowingField
        value={text}
        maxHeight={MAX_HEIGHT_PX}
        data-reply=""
        aria-label={t('composer.label')}
        aria-keyshortcuts={shortcutOf('reply')}
        aria-autocomplete="list"
        // The id of the list of canned replies, and of the reply that Enter would insert.
        aria-controls={menu.activeId ? menu.id : undefined}
        aria-activedescendant={menu.activeId}
        placeholder={t('composer.placeholder')}
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={() => setTyping(false)}
        onKey={menu.onKey}
        onSend={send}
        onFile={pick}
        className="rounded-field px-3.5 py-2 [scrollbar-width:thin]"
      />
      <div className="flex items-center gap-0.5">
        <ComposerTools onFile={pick} onCanned={() => write('/')} />
        <RemainingLength length={length} />
        <SendButton can={canSend} />
      </div>
    </form>
  );
}

/**
 * Returns the reply being written: its text, its file, and the list of canned replies while the text begins
 * with a slash. While the operator types, the customer is notified.
 */
function useReply(id: string, locale: string) {
  const { t } = useTexts();
  const text = useDraft(id);
  const [file, setFile] = useState<File>();
  const write = (next: string) => {
    setDraft(id, next);
    setTyping(cleanText(next) !== '' && !next.startsWith('/'));
  };
  const menu = useCannedMenu(text, locale, write);
  const length = lengthOf(cleanText(text));
  const canSend = length <= TEXT_LIMIT && (length > 0 || file !== undefined) && !menu.isOpen;
  useEffect(() => () => setTyping(false), []);

  const pick = (picked: File) => {
    const kind = kindOf(picked);
    if (kind.ok) setFile(picked);
    else
      toast.error(kind.tooLargeMb ? t('file.tooLarge', { limit: kind.tooLargeMb }) : t('file.unsupported'));
  };
  const removeFile = () => setFile(undefined);
  const send = () => {
    if (!canSend) return;
    if (file) sendFile(id, file);
    if (length > 0) sender.send(id, { message_type: 'text', payload: cleanText(text) });
    setFile(undefined);
    write('');
  };
  return { text, file, menu, length, canSend, write, pick, removeFile, send };
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
