/** Joins class names, leaving out what a condition has switched off. */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}

/** A link within a sentence. */
export const linkClass = 'font-semibold text-brand-text underline decoration-2 underline-offset-4';
