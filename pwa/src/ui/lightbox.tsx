import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { FocusAtOnce } from './focus-at-once';
import { IconButton } from './icon-button';
import { useBackLayer } from './layers';

interface LightboxProps {
  /** Undefined closes the lightbox. */
  src: string | undefined;
  /** A description of the picture, for screen readers. */
  alt: string;
  closeLabel: string;
  onClose: () => void;
}

/** Shows one picture above everything, on a dark background in both themes. Two fingers zoom it. */
export function Lightbox({ src, alt, closeLabel, onClose }: LightboxProps) {
  const ref = useRef<HTMLDivElement>(null);
  useBackLayer(src !== undefined, onClose);
  return (
    <Dialog.Root open={src !== undefined} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={ref}
          className="fixed inset-0 z-50 flex flex-col bg-[oklch(0.15_0.012_165)] text-wallet-ink outline-none transition-opacity duration-160 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <FocusAtOnce of={ref} />
          <Dialog.Title className="sr-only">{alt}</Dialog.Title>
          <div className="flex shrink-0 justify-end px-2 pt-[max(8px,env(safe-area-inset-top))]">
            <Dialog.Close render={<IconButton icon={X} label={closeLabel} />} />
          </div>
          <div className="grid min-h-0 flex-1 place-items-center p-2 pb-[max(16px,env(safe-area-inset-bottom))]">
            {src && <img src={src} alt={alt} className="max-h-full max-w-full object-contain" />}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
