/**
 * The kinds by which the statement is filtered. They have a separate file, because the first page checks
 * addresses with them and does not load the filter.
 */
export const kinds = ['deposit', 'withdraw', 'transfer', 'bonus'] as const;
export type StatementKind = (typeof kinds)[number];
