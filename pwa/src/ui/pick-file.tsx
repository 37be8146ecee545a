import { useState, type ReactNode } from 'react';

interface PickFileProps {
  /** As the input's `accept`. */
  accept: string;
  /** Marks the hidden input for tests. */
  testId: string;
  onPicked: (file: File) => void;
  /** What opens the phone's gallery, camera or files. */
  children: (pick: () => void) => ReactNode;
}

/** A hidden file input, and whatever opens it. */
export function PickFile({ accept, testId, onPicked, children }: PickFileProps) {
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
          if (file) onPicked(file);
        }}
      />
      {children(() => input?.click())}
    </>
  );
}
