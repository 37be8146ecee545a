import { LayoutPanelTop, MessageSquareText, Paperclip } from 'lucide-react';
import { ACCEPTED_FILES } from '@/data/domains/chat/limits';
import { IconButton } from '@/ui/icon-button';
import { PickFile } from '@/ui/pick-file';
import { useTexts } from '../i18n';
import { togglePanel, usePanel } from '../panel/open-panel';
import { Keys } from '../ui/kbd';

/** Buttons for what a reply may contain besides text, and the keys of the composer. */
export function ComposerTools({ onFile, onCanned }: { onFile: (file: File) => void; onCanned: () => void }) {
  const { t } = useTexts();
  const panel = usePanel();
  return (
    <>
      <PickFile accept={ACCEPTED_FILES} testId="operator-file" onPicked={onFile}>
        {(open) => (
          <IconButton
            icon={Paperclip}
            label={t('composer.attach')}
            onClick={open}
            className="-ml-2 text-ink-2"
            iconClass="size-5"
          />
        )}
      </PickFile>
      <IconButton
        icon={LayoutPanelTop}
        label={t('composer.rich')}
        aria-pressed={panel === 'compose'}
        onClick={() => togglePanel('compose')}
        className={panel === 'compose' ? 'text-brand-text' : 'text-ink-2'}
        iconClass="size-5"
      />
      <IconButton
        icon={MessageSquareText}
        label={t('composer.canned')}
        onClick={() => {
          onCanned();
          document.querySelector<HTMLElement>('[data-reply]')?.focus();
        }}
        className="text-ink-2"
        iconClass="size-5"
      />
      <p
        className="flex min-w-0 flex-1 items-center gap-1.5 px-1 text-micro whitespace-nowrap text-ink-2 pointer-coarse:invisible @max-[500px]:invisible"
        aria-hidden="true"
      >
        <Keys of="reply" />
        {t('keys.reply')}
        <Keys of="cannedInReply" />
        {t('keys.canned')}
        <Keys of="send" />
        {t('keys.send')}
      </p>
    </>
  );
}
