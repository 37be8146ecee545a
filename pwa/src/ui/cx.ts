/** Joins class names and leaves out falsy ones. */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}

/** A link within a sentence. */
export const linkClass = 'font-semibold text-brand-text underline decoration-2 underline-offset-4';
