import { useState, type ReactNode } from 'react';

interface PickFileProps {
  /** As the input's `accept`. */
  accept: string;
  /** Marks the input for tests: it has no other face. */
  testId: string;
  onPicked: (file: File) => void;
  /** What opens the phone's gallery, camera or files. */
  children: (pick: () => void) => ReactNode;
}

/** A file input that nobody sees, and whatever opens it. */
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
          // The same file may be picked again after another has been looked at.
          event.currentTarget.value = '';
          if (file) onPicked(file);
        }}
      />
      {children(() => input?.click())}
    </>
  );
}
