import { ImagePlus } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Attachment } from '@/conversation/attachment';
import { GrowingField, RemainingLength, SendButton } from '@/conversation/composer-controls';
import { setTyping } from '@/data/domains/chat';
import { ACCEPTED_FILES } from '@/data/domains/chat/limits';
import { IconButton } from '@/ui/icon-button';
import { PickFile } from '@/ui/pick-file';
import { useMedia } from '@/ui/media';
import { setDraft } from './draft';
import { toastFailure } from './toast-failure';
import { RefusedFile } from './refused-file';
import { useOutgoingMessage } from './use-outgoing';
import { cleanText } from '@/data/kit/typed/written';

/** Five lines and the padding. */
const MAX_HEIGHT_PX = 5 * 26 + 22;

export function Composer() {
  const { t } = useTranslation('chat');
  const { text, file, busy, refusal, length, canSend, pick, dismissRefusal, send } = useOutgoingMessage();
  const counterId = useId();
  const hasCoarsePointer = useMedia('(pointer: coarse)');
  const submit = () => toastFailure(send());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {file && (
        <Attachment
          file={file}
          busyText={busy ? t('attachment.keeping') : undefined}
          onRemove={() => pick(undefined)}
          className="px-4 pt-3"
        />
      )}
      <div className="flex items-end gap-1.5 px-2 py-2.5">
        <PickFile accept={ACCEPTED_FILES} testId="chat-file" onPicked={pick}>
          {(open) => (
            <IconButton icon={ImagePlus} label={t('composer.attach')} onClick={open} className="text-ink-2" />
          )}
        </PickFile>
        <div className="min-w-0 flex-1">
          <GrowingField
            value={text}
            maxHeight={MAX_HEIGHT_PX}
            aria-label={t('composer.label')}
            aria-describedby={counterId}
            placeholder={t('composer.placeholder')}
            autoFocus={!hasCoarsePointer}
            onChange={(event) => {
              setDraft(event.currentTarget.value);
              setTyping(cleanText(event.currentTarget.value) !== '');
            }}
            onBlur={() => setTyping(false)}
            onSend={submit}
            onFile={pick}
            className="rounded-[23px] px-4 py-2.5 [scrollbar-width:none]"
          />
          <RemainingLength id={counterId} length={length} className="px-4 pt-0.5 text-right" />
        </div>
        <SendButton can={canSend} busy={busy} />
      </div>
      <RefusedFile refusal={refusal} onClose={dismissRefusal} />
    </form>
  );
}
