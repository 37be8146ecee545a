import { memo, useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import type { SpinWheel } from '@/data/api/types';
import { useLocale } from '@/i18n/locales';
import { cx } from '@/ui/cx';
import { computeLabelRotation, buildSlicePath, computeSlicePlace, pointAt } from './geometry';

type Slice = SpinWheel['slices'][number];

/** Distances from the centre, as shares of the radius. */
const RIM = 0.865;
const STITCH = 0.935;
const HUB = 0.32;
const LABEL_AT = 0.6;
/** Lengths and font sizes in px. */
const MAX_LABEL = 90;
const FONT = 15;
const SMALLEST = 7;

interface WheelProps {
  slices: readonly Slice[];
  size: number;
  /** The wheel's angle in degrees. */
  turned: number;
  /** Code of the winning slice; all others are dimmed. */
  winning?: string;
  disc: Ref<HTMLDivElement>;
  /** The button in the middle. */
  children: ReactNode;
}

/** Shows the wheel: a disc that turns by its transform alone, and fixed parts above it. */
export function Wheel({ slices, size, turned, winning, disc, children }: WheelProps) {
  return (
    <div className="relative mx-auto mt-4 aspect-square max-w-[85vw]" style={{ width: size }} data-wheel>
      {/* A turning square is wider than the page, so its corners are clipped. */}
      <div className="absolute inset-0 overflow-clip">
        <div
          ref={disc}
          className="size-full will-change-transform"
          style={{ transform: `rotate(${turned}deg)` }}
          aria-hidden="true"
        >
          <Disc slices={slices} size={size} />
          <Shade slices={slices} size={size} winning={winning} />
        </div>
      </div>
      <Pointer size={size} />
      <div className="pointer-events-none absolute inset-0 grid place-items-center [&>*]:pointer-events-auto">
        {children}
      </div>
    </div>
  );
}

const viewBoxOf = (size: number) => `${-size / 2} ${-size / 2} ${size} ${size}`;

type DiscProps = Pick<WheelProps, 'slices' | 'size'>;

/**
 * Returns whether the disc is unchanged. Equal data often replaces the cached data; then nothing is redrawn.
 */
const isSameDisc = (one: DiscProps, other: DiscProps) =>
  one.size === other.size && JSON.stringify(one.slices) === JSON.stringify(other.slices);

const Disc = memo(function Disc({ slices, size }: DiscProps) {
  const r = size / 2;
  return (
    <svg viewBox={viewBoxOf(size)} className="absolute inset-0 block size-full">
      <circle r={r} className="pointer-events-none fill-wallet" />
      {slices.map((slice, i) => (
        <g key={slice.code}>
          <path
            className="pointer-events-none"
            d={buildSlicePath(computeSlicePlace(i, slices.length), 0, r * RIM)}
            fill={slice.bgColor}
          />
          <Label slice={slice} angle={computeSlicePlace(i, slices.length).angle} r={r} />
        </g>
      ))}
      <circle
        r={r * STITCH}
        fill="none"
        className="stroke-wallet-ink-2"
        strokeOpacity=".75"
        strokeWidth="1.75"
        strokeDasharray="7 5"
        strokeLinecap="round"
      />
      <circle r={r * HUB} className="fill-wallet" />
    </svg>
  );
}, isSameDisc);

function Label({ slice, angle, r }: { slice: Slice; angle: number; r: number }) {
  const locale = useLocale();
  const ref = useRef<SVGTextElement>(null);
  const text = slice.labels[locale];
  const { x, y } = pointAt(angle, r * LABEL_AT);
  const maxLength = Math.min(MAX_LABEL, r * (RIM - HUB) - 8);
  useLayoutEffect(() => fitLabel(ref.current, maxLength), [text, maxLength]);
  return (
    <text
      ref={ref}
      transform={`translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${computeLabelRotation(angle)})`}
      textAnchor="middle"
      dominantBaseline="central"
      fontSize={FONT}
      fontWeight="600"
      fill={slice.textColor}
    >
      {text}
    </text>
  );
}

/** Reduces the font size of a long label until it fits between hub and rim. */
function fitLabel(label: SVGTextElement | null, maxLength: number): void {
  if (!label || typeof label.getComputedTextLength !== 'function') return;
  label.setAttribute('font-size', String(FONT));
  const length = label.getComputedTextLength();
  if (length > maxLength)
    label.setAttribute('font-size', String(Math.max(SMALLEST, (FONT * maxLength) / length)));
}

/** A separate layer that fades in, so that the disc is not repainted. */
const Shade = memo(
  function Shade({ slices, size, winning }: DiscProps & Pick<WheelProps, 'winning'>) {
    const r = size / 2;
    return (
      <svg
        viewBox={viewBoxOf(size)}
        className={cx(
          'pointer-events-none absolute inset-0 block size-full transition-opacity duration-[600ms] will-change-[opacity]',
          winning ? 'opacity-100' : 'opacity-0',
        )}
      >
        {slices.map(({ code }, i) =>
          code === winning ? null : (
            <path
              key={code}
              d={buildSlicePath(computeSlicePlace(i, slices.length), r * HUB, r * RIM)}
              className="fill-bg"
              fillOpacity=".72"
            />
          ),
        )}
      </svg>
    );
  },
  (one, other) => one.winning === other.winning && isSameDisc(one, other),
);

function Pointer({ size }: { size: number }) {
  const width = size * 0.12;
  return (
    <svg
      viewBox="0 0 40 46"
      width={width}
      height={width * 1.15}
      className="absolute left-1/2 -translate-x-1/2 drop-shadow-sm"
      style={{ top: -size * 0.05 }}
      aria-hidden="true"
    >
      <path
        d="M8 3h24c4 0 6 4 4.500 7L23 41c-1.300 2.600-4.700 2.600-6 0L3.500 10C2 7 4 3 8 3Z"
        className="fill-cream stroke-wallet"
        strokeWidth="4.500"
        strokeLinejoin="round"
      />
    </svg>
  );
}
