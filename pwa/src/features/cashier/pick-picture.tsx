import { useState, type ReactNode } from 'react';

/** What the server takes; iOS turns its own format into JPEG for such an input. */
const ACCEPT = 'image/jpeg,image/png,image/webp';

interface PickPictureProps {
  onPicked: (file: File) => void;
  children: (pick: () => void) => ReactNode;
}

/** Opens the phone's gallery or camera. */
export function PickPicture({ onPicked, children }: PickPictureProps) {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  return (
    <>
      <input
        ref={setInput}
        type="file"
        accept={ACCEPT}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        data-testid="slip-file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same picture may be picked again after another has been looked at.
          event.currentTarget.value = '';
          if (file) onPicked(file);
        }}
      />
      {children(() => input?.click())}
    </>
  );
}
