/** A link within a sentence. */
export const linkClass = 'font-semibold text-brand-text underline decoration-2 underline-offset-4';
