import { Film, X } from 'lucide-react';
import { useObjectUrl } from '@/features/chat/use-object-url';
import { formatSize } from '@/ui/format/size';
import { IconButton } from '@/ui/icon-button';
import { useWords } from '../i18n';

/** A look at the file before it is sent. */
export function Attachment({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { say } = useWords();
  return (
    <section aria-label={say('file.label')} className="mb-2 flex animate-fade items-center gap-3">
      <Thumb key={`${file.name} ${file.lastModified}`} file={file} />
      <div className="min-w-0 flex-1">
        <p className="truncate py-px font-medium">{file.name}</p>
        <p className="text-micro text-ink-2">{formatSize(file.size)}</p>
      </div>
      <IconButton icon={X} label={say('file.remove')} onClick={onRemove} className="text-ink-2" />
    </section>
  );
}

function Thumb({ file }: { file: File }) {
  const url = useObjectUrl(file);
  const box = 'grid size-14 shrink-0 place-items-center rounded-field bg-sunken object-cover text-ink-2';
  if (file.type.startsWith('image/')) return <img src={url} alt="" className={box} />;
  return (
    <span className={box} aria-hidden="true">
      <Film className="size-6" />
    </span>
  );
}
