/** Null is no limit at all. Amounts of one limit and another in the same unit. */
type Most = number | null;

/** Allows less than the other: that counts at once. */
export function isStricter(wish: Most, now: Most): boolean {
  return wish !== null && (now === null || wish < now);
}

/** What a change will do. */
export function effectOf(wish: Most, now: Most): 'atOnce' | 'tomorrow' | 'none' {
  if (wish === now) return 'none';
  return isStricter(wish, now) ? 'atOnce' : 'tomorrow';
}
