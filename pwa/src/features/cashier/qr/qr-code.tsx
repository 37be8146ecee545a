import type { QrState } from '@/data/domains/cash/types';
import { cx } from '@/ui/cx';
import { qrModules, qrPath } from '@/ui/qr-modules';

const INK = 'oklch(0.2 0.03 165)';
/** Empty modules around the code, as in the server's own pictures. The frame adds more space. */
const QUIET = 4;

interface QrCodeProps {
  qr: QrState;
  label: string;
  /** The QR has expired and must not be scanned any more. */
  isExpired: boolean;
}

/**
 * Draws the code on white with a quiet zone, in dark mode too, and nothing covers it. If the gateway sent its
 * own picture, that picture is shown instead. It is an image, so it cannot run scripts.
 */
export function QrCode({ qr, label, isExpired: isOver }: QrCodeProps) {
  return (
    <span className="relative block shrink-0 rounded-card bg-white p-2 forced-color-adjust-none lying:order-first">
      <svg className="absolute inset-0 size-full overflow-visible" aria-hidden="true">
        <rect
          rx="20"
          className="[height:100%] [width:100%]"
          fill="none"
          stroke="oklch(0.6 0.06 155)"
          strokeWidth="1.75"
          strokeDasharray="7 5"
          strokeLinecap="round"
        />
      </svg>
      <span
        className={cx(
          'relative block size-59 lying:size-[min(14.75rem,calc(100dvh-11.5rem))]',
          isOver && 'opacity-50 blur-[6px]',
        )}
        aria-hidden={isOver}
      >
        {qr.qrcode ? (
          <img src={buildSvgUrl(qr.qrcode)} alt={label} className="size-full" />
        ) : (
          <DrawnCode text={qr.payload ?? ''} label={label} />
        )}
      </span>
    </span>
  );
}

/** Returns the SVG markup as a data URL. It is shown as an image and never becomes part of the page. */
export function buildSvgUrl(markup: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
}

function DrawnCode({ text, label }: { text: string; label: string }) {
  const rows = qrModules(text, QUIET);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <path d={qrPath(rows)} fill={INK} />
    </svg>
  );
}
