import { useDeferredValue } from 'react';
import { qrModules, qrPath } from './qr-modules';

interface QrPictureProps {
  /** The operator's own picture, from our server or as a data URL. */
  picture?: string;
  /** The payload of the code that is drawn if there is no picture. */
  text: string;
  label: string;
}

/** A QR code on white with a quiet zone, also in dark mode and with forced colours. Nothing may cover it. */
export function QrPicture({ picture, text, label }: QrPictureProps) {
  return (
    <span className="my-3 block rounded-card bg-white p-5 forced-color-adjust-none">
      {isOurs(picture) ? (
        <img src={picture} alt={label} className="size-44" />
      ) : (
        <DrawnCode text={text} label={label} />
      )}
    </span>
  );
}

function isOurs(picture = ''): boolean {
  return picture.startsWith('/') || picture.startsWith('data:image/');
}

function DrawnCode({ text, label }: { text: string; label: string }) {
  // Encoding takes a moment on a phone, so the text around the code is rendered first.
  const drawn = useDeferredValue(text, '');
  // Until the code is ready nothing is shown. The code of the previous text may belong to another payment.
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
