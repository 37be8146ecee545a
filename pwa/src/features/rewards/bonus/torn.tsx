/** Where a coupon is torn off: a seam between two half moons of the page's ground. */
export function Torn() {
  return (
    <span className="relative block text-line" aria-hidden="true">
      <svg className="block h-0.5 w-full overflow-visible">
        <line
          x1="14"
          y1="1"
          x2="calc(100% - 14px)"
          y2="1"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeDasharray="6 5"
          strokeLinecap="round"
        />
      </svg>
      <span className="absolute top-1/2 -left-2 size-4 -translate-y-1/2 rounded-full bg-bg" />
      <span className="absolute top-1/2 -right-2 size-4 -translate-y-1/2 rounded-full bg-bg" />
    </span>
  );
}
