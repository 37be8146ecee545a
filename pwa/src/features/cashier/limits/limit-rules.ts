/** A limit; null means no limit. Two limits that are compared have the same unit. */
type LimitAmount = number | null;

/** Returns whether the new limit allows less than the current one. A stricter limit applies at once. */
export function isStricter(requested: LimitAmount, current: LimitAmount): boolean {
  return requested !== null && (current === null || requested < current);
}

/**
 * Returns when a change of a limit takes effect. `tomorrow` means after 24 hours and a second confirmation.
 */
export function findEffectTime(requested: LimitAmount, current: LimitAmount): 'atOnce' | 'tomorrow' | 'none' {
  if (requested === current) return 'none';
  return isStricter(requested, current) ? 'atOnce' : 'tomorrow';
}
