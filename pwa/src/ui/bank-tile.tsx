import { useMemo } from 'react';
import { findBankMark, layOutLetters } from './bank-marks';
import { cx } from './cx';

/** The stroke weight, which is equal for any number of letters. */
const STROKE = 2.9;

/** A bank's picture in the size of its class. The bank's name is always shown next to it. */
export function BankMark({ code, className }: { code: string; className?: string }) {
  const { ground, accent, shape, letters } = findBankMark(code);
  const { strokes, x, y, scale } = useMemo(() => layOutLetters(letters), [letters]);
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" data-bank={code} className={cx('shrink-0', className)}>
      <rect width="48" height="48" fill={`oklch(${ground})`} />
      <path d={shape} fillRule="evenodd" fill={`oklch(${accent})`} />
      <g
        transform={`translate(${x} ${y}) scale(${scale})`}
        fill="none"
        stroke="oklch(1 0 0)"
        strokeWidth={STROKE / scale ** 0.6}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {strokes.map((stroke, i) => (
          <path key={i} d={stroke.path} transform={`translate(${stroke.x} 0)`} />
        ))}
      </g>
    </svg>
  );
}

/** A bank's picture in a list or on a card. It grows with the user's font size, as far as there is space. */
export function BankTile({ code, small }: { code: string; small?: boolean }) {
  return (
    <BankMark
      code={code}
      className={
        small
          ? 'size-[2.88em] rounded-[11px] text-[min(0.78125rem,5vw)]'
          : 'size-[3.143em] rounded-field text-[min(0.875rem,5.5vw)]'
      }
    />
  );
}
