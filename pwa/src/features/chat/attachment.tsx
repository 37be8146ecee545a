import { Film, Paperclip, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '@/ui/format/size';
import { IconButton } from '@/ui/icon-button';
import { useObjectUrl } from './use-object-url';

/** A look at the file before it is sent. */
export function Attachment({ file, busy, onRemove }: { file: File; busy: boolean; onRemove: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <section aria-label={t('attachment.label')} className="flex animate-fade items-center gap-3 px-4 pt-3">
      <Thumb key={`${file.name} ${file.lastModified}`} file={file} />
      <div className="min-w-0 flex-1">
        <p data-may-cut="" className="truncate py-0.5 font-medium">
          {file.name}
        </p>
        <p className="text-small text-ink-2">{busy ? t('attachment.keeping') : formatSize(file.size)}</p>
      </div>
      <IconButton
        icon={X}
        label={t('attachment.remove')}
        disabled={busy}
        onClick={onRemove}
        className="-mr-2 text-ink-2"
      />
    </section>
  );
}

function Thumb({ file }: { file: File }) {
  const url = useObjectUrl(file);
  const box = 'grid size-16 shrink-0 place-items-center rounded-field bg-sunken object-cover text-ink-2';
  if (file.type.startsWith('image/')) return <img src={url} alt="" className={box} />;
  const Icon = file.type.startsWith('video/') ? Film : Paperclip;
  return (
    <span className={box} aria-hidden="true">
      <Icon className="size-6" />
    </span>
  );
}
