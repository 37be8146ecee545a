import { ArrowUp, ImagePlus } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '@/ui/cx';
import { IconButton } from '@/ui/icon-button';
import { PickFile } from '@/ui/pick-file';
import { Spinner } from '@/ui/spinner';
import { Attachment } from './attachment';
import { ComposerField } from './composer-field';
import { orSay } from './or-say';
import { RefusedFile } from './refused-file';
import { useOutgoing, type Outgoing } from './use-outgoing';

/** The counter shows itself when the end comes near. */
const COUNTED_WITHIN = 200;

/** Types beside the extensions: with them phones offer the gallery, not only their files. */
const ACCEPT = 'image/png,image/jpeg,image/gif,video/mp4,video/quicktime,.mov,.mp4,.png,.jpeg,.jpg,.gif';

export function Composer() {
  const { t } = useTranslation('chat');
  const outgoing = useOutgoing();
  const { text, file, busy, refusal, canSend, pick, accept, send } = outgoing;
  const counterId = useId();
  const submit = () => orSay(send());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {file && <Attachment file={file} busy={busy} onRemove={() => pick(undefined)} />}
      <div className="flex items-end gap-1.5 px-2 py-2.5">
        <PickFile accept={ACCEPT} testId="chat-file" onPicked={pick}>
          {(open) => (
            <IconButton icon={ImagePlus} label={t('composer.attach')} onClick={open} className="text-ink-2" />
          )}
        </PickFile>
        <div className="min-w-0 flex-1">
          <ComposerField value={text} describedBy={counterId} onSend={submit} onFile={pick} />
          <Counter id={counterId} outgoing={outgoing} />
        </div>
        <SendButton can={canSend} busy={busy} />
      </div>
      <RefusedFile refusal={refusal} onClose={accept} />
    </form>
  );
}

function Counter({ id, outgoing: { left, length } }: { id: string; outgoing: Outgoing }) {
  const { t } = useTranslation('chat');
  return (
    <p
      id={id}
      aria-live="polite"
      className={cx(
        'px-4 pt-0.5 text-right text-micro empty:hidden',
        left < 0 ? 'font-semibold text-failed' : 'text-ink-2',
      )}
    >
      {left < 0 && t('composer.over', { count: -left })}
      {length > 0 && left >= 0 && left <= COUNTED_WITHIN && t('composer.left', { count: left })}
    </p>
  );
}

function SendButton({ can, busy }: { can: boolean; busy: boolean }) {
  const { t } = useTranslation('chat');
  return (
    <button
      type="submit"
      aria-label={t('composer.send')}
      aria-disabled={!can}
      // The keyboard stays up: the next word may follow.
      onPointerDown={(event) => event.preventDefault()}
      className={cx(
        'press grid size-11.5 shrink-0 place-items-center rounded-full',
        can ? 'bg-brand text-brand-ink' : 'bg-sunken text-ink-3',
      )}
    >
      {busy ? <Spinner /> : <ArrowUp className="size-5.5" strokeWidth={2.4} aria-hidden="true" />}
    </button>
  );
}
