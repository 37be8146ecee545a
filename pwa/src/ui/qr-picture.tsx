import { useDeferredValue } from 'react';
import { qrModules, qrPath } from './qr-modules';

interface QrPictureProps {
  /** The operator's own picture, from our server or within the text itself. */
  picture?: string;
  /** Drawn here where there is none. */
  text: string;
  label: string;
}

/** A QR code on white with a quiet zone, in dark mode and under forced colours too: nothing may lie over it. */
export function QrPicture({ picture, text, label }: QrPictureProps) {
  return (
    <span className="my-3 block rounded-card bg-white p-5 forced-color-adjust-none">
      {isOurs(picture) ? (
        <img src={picture} alt={label} className="size-44" />
      ) : (
        <Drawn text={text} label={label} />
      )}
    </span>
  );
}

function isOurs(picture = ''): boolean {
  return picture.startsWith('/') || picture.startsWith('data:image/');
}

function Drawn({ text, label }: { text: string; label: string }) {
  // Working it out takes a phone a moment, which the words beside it are not to wait for.
  const drawn = useDeferredValue(text, '');
  // Until then nothing, and never another text's, which may be another payment's.
  const rows = drawn === text ? qrModules(text, 0) : [];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-44"
    >
      <path d={qrPath(rows)} fill="oklch(0.2 0.03 165)" />
    </svg>
  );
}
