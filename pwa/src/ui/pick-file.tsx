import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from './toast';

/**
 * The maximum size of a file that is read. It is above every accepted size; a larger file is refused without
 * being read.
 */
const MAX_BYTES = 20 * 1024 * 1024;

interface PickFileProps {
  /** The `accept` attribute of the input. */
  accept: string;
  /** Marks the hidden input for tests. */
  testId: string;
  /** Called with the file in memory: later changes to the phone's own file have no effect. */
  onPicked: (file: File) => void;
  /** Renders the element that opens the phone's gallery, camera or files. */
  children: (pick: () => void) => ReactNode;
}

/** A hidden file input, and the element that opens it. */
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
          // Cleared, so that picking the same file again causes a change event too.
          event.currentTarget.value = '';
          if (file) void inMemory(file).then(onPicked, () => toast.error(t('fileGone')));
        }}
      />
      {children(() => input?.click())}
    </>
  );
}

/**
 * Reads the file into memory, because a gallery or cloud may remove it after the pick. Rejects if it is
 * already gone.
 */
async function inMemory(file: File): Promise<File> {
  if (file.size > MAX_BYTES) return file;
  const { name, type, lastModified } = file;
  return new File([await file.arrayBuffer()], name, { type, lastModified });
}
