import { markCoin, markLetter, markStroke } from './mark-shape';

interface MarkProps {
  className?: string;
  /** Without its tile, for use on the wallet's green. */
  bare?: boolean;
}

/** The logo: the letter ก with a coin in its arch. */
export function Mark({ className, bare }: MarkProps) {
  return (
    <svg viewBox={bare ? '96 44 330 424' : '0 0 512 512'} className={className} aria-hidden="true">
      {!bare && <rect width="512" height="512" rx="132" className="fill-wallet" />}
      <g transform="translate(259 258) scale(.88) translate(-259 -256)">
        <path
          d={markLetter}
          className="stroke-cream"
          fill="none"
          strokeWidth={markStroke}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <circle cx={markCoin.x} cy={markCoin.y} r={markCoin.radius} className="fill-yolk" />
      </g>
    </svg>
  );
}
