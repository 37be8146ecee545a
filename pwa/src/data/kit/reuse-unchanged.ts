/**
 * reuseUnchanged returns a copy of `next` that reuses the unchanged parts of `before`. Comparing by identity
 * then finds only the changed parts. This works for plain objects and arrays; anything else is taken from
 * `next`.
 */
export function reuseUnchanged<T>(before: unknown, next: T): T {
  if (Object.is(before, next)) return next;
  if (Array.isArray(before) && Array.isArray(next)) {
    const kept = next.map((part: unknown, i) => reuseUnchanged(before[i] as unknown, part));
    return (isSame(before, kept) ? before : kept) as T;
  }
  if (!isPlain(before) || !isPlain(next)) return next;
  const keys = Object.keys(next);
  const kept = Object.fromEntries(keys.map((key) => [key, reuseUnchanged(before[key], next[key])]));
  const isUnchanged =
    Object.keys(before).length === keys.length &&
    keys.every((key) => Object.is(before[key], kept[key]) && key in before);
  return (isUnchanged ? before : kept) as T;
}

function isSame(before: readonly unknown[], next: readonly unknown[]): boolean {
  return before.length === next.length && next.every((part, i) => Object.is(part, before[i]));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
