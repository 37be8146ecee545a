import { useEffect, useState } from 'react';

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
  const { size, path } = useDrawing(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44"
    >
      <path d={path} fill="oklch(0.2 0.03 165)" />
    </svg>
  );
}

const NOTHING = { text: '', size: 0, path: '' };

/** The encoder comes by itself, and takes a phone a moment: what stands beside the code waits for neither. */
function useDrawing(text: string): typeof NOTHING {
  const [drawn, setDrawn] = useState(NOTHING);
  useEffect(() => {
    let wanted = true;
    const draw = () =>
      void import('./qr-modules').then(
        ({ qrModules, qrPath }) => {
          if (!wanted) return;
          const rows = qrModules(text, 0);
          setDrawn({ text, size: rows.length, path: qrPath(rows) });
        },
        // A dead spot, and not on this phone yet.
        () => wanted && addEventListener('online', draw, { once: true }),
      );
    draw();
    return () => {
      wanted = false;
      removeEventListener('online', draw);
    };
  }, [text]);
  // Never another text's, which may be another payment's.
  return drawn.text === text ? drawn : NOTHING;
}
