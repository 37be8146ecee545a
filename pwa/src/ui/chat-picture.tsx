/** Two chat bubbles, ours with a stitched edge and a coin as its dot; flat like the other pictures. */
export function ChatPicture() {
  return (
    <svg viewBox="0 0 168 118" className="h-[118px] w-[168px]" aria-hidden="true">
      <path
        d="M66 8h74a20 20 0 0 1 20 20v24a20 20 0 0 1-20 20H66a20 20 0 0 1-20-20V28A20 20 0 0 1 66 8Z"
        className="fill-tile-sky"
      />
      <path d="M132 66h28v12a8 8 0 0 1-13 6l-15-12Z" className="fill-tile-sky" />
      <path
        d="M66 30h56M66 44h34"
        className="stroke-tile-sky-icon"
        strokeOpacity=".5"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <path
        d="M28 46h78a20 20 0 0 1 20 20v20a20 20 0 0 1-20 20H28a20 20 0 0 1-20-20V66a20 20 0 0 1 20-20Z"
        className="fill-wallet"
      />
      <path d="M8 92h26v14l-15 10a7 7 0 0 1-11-6Z" className="fill-wallet" />
      <path
        d="M29 54h76a13 13 0 0 1 13 13v18a13 13 0 0 1-13 13H29a13 13 0 0 1-13-13V67a13 13 0 0 1 13-13Z"
        className="stroke-wallet-ink-2"
        strokeOpacity=".7"
        fill="none"
        strokeWidth="1.75"
        strokeDasharray="6 4.5"
        strokeLinecap="round"
      />
      <circle cx="46" cy="76" r="6" className="fill-wallet-ink-2" />
      <circle cx="67" cy="76" r="6" className="fill-yolk" />
      <circle cx="88" cy="76" r="6" className="fill-wallet-ink-2" />
    </svg>
  );
}
