import { Film, Paperclip, X } from 'lucide-react';
import { cx } from '@/ui/cx';
import { formatSize } from '@/ui/format/size';
import { IconButton } from '@/ui/icon-button';
import { useObjectUrl } from '@/ui/use-object-url';
import { useSide, useConversationTexts } from './side';

interface AttachmentProps {
  file: File;
  /** The current step with the file, such as an upload; shown instead of its size. */
  busyText?: string;
  onRemove: () => void;
  className?: string;
}

/** A preview of the file before it is sent. */
export function Attachment({ file, busyText: busy, onRemove, className }: AttachmentProps) {
  const { isDense } = useSide();
  const t = useConversationTexts();
  return (
    <section aria-label={t('file.label')} className={cx('flex animate-fade items-center gap-3', className)}>
      <Thumb key={`${file.name} ${file.lastModified}`} file={file} />
      <div className="min-w-0 flex-1">
        <p data-may-cut="" className="truncate py-0.5 font-medium">
          <bdi>{file.name}</bdi>
        </p>
        <p className={cx(isDense ? 'text-micro' : 'text-small', 'text-ink-2')}>
          {busy ?? formatSize(file.size)}
        </p>
      </div>
      <IconButton
        icon={X}
        label={t('file.remove')}
        disabled={busy !== undefined}
        onClick={onRemove}
        className="-mr-2 text-ink-2"
      />
    </section>
  );
}

function Thumb({ file }: { file: File }) {
  const { isDense } = useSide();
  const url = useObjectUrl(file);
  const box = cx(
    isDense ? 'size-14' : 'size-16',
    'grid shrink-0 place-items-center rounded-field bg-sunken object-cover text-ink-2',
  );
  if (file.type.startsWith('image/')) return <img src={url} alt="" className={box} />;
  const Icon = file.type.startsWith('video/') ? Film : Paperclip;
  return (
    <span className={box} aria-hidden="true">
      <Icon className="size-6" />
    </span>
  );
}
