/** The kinds that the statement is filtered by. A file of its own: the first page checks addresses by it, and loads no filter. */
export const kinds = ['deposit', 'withdraw', 'transfer', 'bonus'] as const;
export type Kind = (typeof kinds)[number];
