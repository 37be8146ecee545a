/**
 * The kinds by which the statement is filtered. A separate file: the first page checks addresses with it
 * and does not load the filter.
 */
export const kinds = ['deposit', 'withdraw', 'transfer', 'bonus'] as const;
export type Kind = (typeof kinds)[number];
