/** A limit; null means no limit. Two limits that are compared have the same unit. */
type Most = number | null;

/** Returns whether the new limit allows less than the current one. A stricter limit applies at once. */
export function isStricter(wish: Most, now: Most): boolean {
  return wish !== null && (now === null || wish < now);
}

/** Returns when a change of a limit takes effect. */
export function effectOf(wish: Most, now: Most): 'atOnce' | 'tomorrow' | 'none' {
  if (wish === now) return 'none';
  return isStricter(wish, now) ? 'atOnce' : 'tomorrow';
}
