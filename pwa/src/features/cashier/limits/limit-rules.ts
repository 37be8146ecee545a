/** A limit; null means none. The limits of one comparison have the same unit. */
type Most = number | null;

/** Whether the new limit allows less than the current one. A stricter limit applies at once. */
export function isStricter(wish: Most, now: Most): boolean {
  return wish !== null && (now === null || wish < now);
}

/** When a change takes effect. */
export function effectOf(wish: Most, now: Most): 'atOnce' | 'tomorrow' | 'none' {
  if (wish === now) return 'none';
  return isStricter(wish, now) ? 'atOnce' : 'tomorrow';
}
