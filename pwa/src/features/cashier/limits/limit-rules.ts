/** A limit; null means no limit. Two limits that are compared have the same unit. */
type LimitAmount = number | null;

/** Returns whether the new limit allows less than the current one. A stricter limit applies at once. */
export function isStricter(requested: LimitAmount, now: LimitAmount): boolean {
  return requested !== null && (now === null || requested < now);
}

/** Returns when a change of a limit takes effect. */
export function effectOf(requested: LimitAmount, now: LimitAmount): 'atOnce' | 'tomorrow' | 'none' {
  if (requested === now) return 'none';
  return isStricter(requested, now) ? 'atOnce' : 'tomorrow';
}
