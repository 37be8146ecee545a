/** A check mark that draws itself in 280 ms. */
export function DrawnCheck() {
  return (
    <span className="grid size-18 place-items-center rounded-full bg-in-soft text-in" aria-hidden="true">
      <svg
        viewBox="0 0 24 24"
        className="size-9"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="m5 12.5 4.5 4.5L19 7.5" pathLength="1" strokeDasharray="1" className="animate-check" />
      </svg>
    </span>
  );
}
