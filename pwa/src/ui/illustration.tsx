import { cx } from './cx';

/** A wallet with slips and cards coming out; 168 by 118, five colours. */
export function WalletIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 168 118" className={cx('h-[118px] w-[168px]', className)} aria-hidden="true">
      <g transform="rotate(-7 62 40)">
        <rect x="36" y="10" width="52" height="64" rx="9" className="fill-tile-sky" />
        <path
          d="M46 27h32M46 38h20"
          className="stroke-tile-sky-icon"
          strokeOpacity=".55"
          strokeWidth="5"
          strokeLinecap="round"
        />
      </g>
      <g transform="rotate(6 104 46)">
        <rect x="74" y="16" width="62" height="60" rx="9" className="fill-tile-pink" />
        <path
          d="M84 31h28"
          className="stroke-tile-pink-icon"
          strokeOpacity=".5"
          strokeWidth="5"
          strokeLinecap="round"
        />
      </g>
      <circle cx="125" cy="55" r="14" className="fill-yolk" />
      <path
        d="M14 55a0 0 0 0 1 0 0h82c5 0 7 3 9 8 3 9 10 15 20 15s17-6 20-15c2-5 4-8 9-8v47a14 14 0 0 1-14 14H24a14 14 0 0 1-14-14V63a8 8 0 0 1 4-8Z"
        className="fill-wallet"
      />
      <path
        d="M20 65h75c3 0 4 4 6 8 5 9 13 15 24 15s19-6 24-15"
        className="stroke-wallet-ink-2"
        strokeOpacity=".7"
        fill="none"
        strokeWidth="1.75"
        strokeDasharray="6 4.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The picture above the login's pocket: a card, a slip and a coin. */
export function CardsIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 140 150" preserveAspectRatio="xMaxYMax" className={className} aria-hidden="true">
      <g transform="rotate(12 96 90)">
        <rect x="48" y="32" width="84" height="150" rx="14" className="fill-cream" />
        <path
          d="M60 48h34M60 62h22"
          className="stroke-wallet"
          strokeOpacity=".35"
          strokeWidth="6"
          strokeLinecap="round"
        />
      </g>
      <g transform="rotate(-6 60 110)">
        <rect x="12" y="54" width="104" height="120" rx="14" className="fill-milk-pink" />
        <path
          d="M26 74h46M26 88h28"
          className="stroke-[oklch(0.5_0.12_5)]"
          strokeOpacity=".45"
          strokeWidth="6"
          strokeLinecap="round"
        />
      </g>
      <circle cx="24" cy="19" r="17" className="fill-yolk" />
      <circle
        cx="24"
        cy="19"
        r="10.5"
        className="stroke-yolk-ink"
        strokeOpacity=".6"
        fill="none"
        strokeWidth="1.75"
        strokeDasharray="4 3"
      />
    </svg>
  );
}

/** A coin with a stitched rim, as tall as the number next to it. */
export function Coin({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" className={cx('size-4', className)} aria-hidden="true">
      <circle cx="8" cy="8" r="8" className="fill-yolk" />
      <circle
        cx="8"
        cy="8"
        r="5"
        fill="none"
        className="stroke-yolk-ink"
        strokeOpacity=".6"
        strokeWidth="1.2"
        strokeDasharray="2 1.6"
      />
    </svg>
  );
}

/** A small drawing of a bank slip, used if the slip's picture is not on this phone. */
export function SlipIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 46 60" className={cx('h-15 w-11.5 shrink-0', className)} aria-hidden="true">
      <rect width="46" height="60" rx="8" className="fill-tile-sky" />
      <path d="M0 14V8a8 8 0 0 1 8-8h30a8 8 0 0 1 8 8v6Z" className="fill-tile-sky-icon" fillOpacity=".75" />
      <circle cx="10" cy="24" r="4.5" className="fill-tile-sky-icon" fillOpacity=".75" />
      <path
        d="M19 22h20M19 27h12M8 37h18M8 43h10"
        className="stroke-tile-sky-icon"
        strokeOpacity=".45"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <rect x="30" y="42" width="9" height="9" className="fill-ink" fillOpacity=".85" />
    </svg>
  );
}
