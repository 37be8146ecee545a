interface MarkProps {
  className?: string;
  /** Without its tile, for the wallet's own green. */
  bare?: boolean;
}

/** The letter ก with a coin in its arch. */
export function Mark({ className, bare }: MarkProps) {
  return (
    <svg viewBox={bare ? '96 44 330 424' : '0 0 512 512'} className={className} aria-hidden="true">
      {!bare && <rect width="512" height="512" rx="132" className="fill-wallet" />}
      <g transform="translate(259 258) scale(.88) translate(-259 -256)">
        <path
          d="M152 402V270l52-34-62-44C156 138 202 108 258 108c68 0 108 44 108 112v182"
          className="stroke-cream"
          fill="none"
          strokeWidth="62"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <circle cx="259" cy="334" r="50" className="fill-yolk" />
      </g>
    </svg>
  );
}
