import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from './toast';

/** More than any file that is taken: a larger one is refused by its size, and not read. */
const MOST_BYTES = 20 * 1024 * 1024;

interface PickFileProps {
  /** As the input's `accept`. */
  accept: string;
  /** Marks the hidden input for tests. */
  testId: string;
  /** The file is in memory: what the phone does with its own afterwards does not matter. */
  onPicked: (file: File) => void;
  /** What opens the phone's gallery, camera or files. */
  children: (pick: () => void) => ReactNode;
}

/** A hidden file input, and whatever opens it. */
export function PickFile({ accept, testId, onPicked, children }: PickFileProps) {
  const { t } = useTranslation('ui');
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  return (
    <>
      <input
        ref={setInput}
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        data-testid={testId}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // Emptied, so that picking the same file again is a change, too.
          event.currentTarget.value = '';
          if (file) void inMemory(file).then(onPicked, () => toast.error(t('fileGone')));
        }}
      />
      {children(() => input?.click())}
    </>
  );
}

/** A gallery or a cloud may take the file away after the pick. Rejects where it is gone already. */
async function inMemory(file: File): Promise<File> {
  if (file.size > MOST_BYTES) return file;
  const { name, type, lastModified } = file;
  return new File([await file.arrayBuffer()], name, { type, lastModified });
}
