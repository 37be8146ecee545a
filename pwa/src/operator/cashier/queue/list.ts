/**
 * A list of waiting rows with a cursor. The row under the cursor never disappears automatically: a key pressed at
 * that moment must not act on another row's money. An ended row stays, marked as ended, until the cursor
 * leaves it.
 */

export interface Row {
  key: string;
  since: string;
}

/** How a row that is still shown has ended: by our own action, or by another operator. */
export type RowOutcome = 'accepted' | 'refused' | 'gone';

export interface List<T extends Row> {
  rows: readonly T[];
  cursor: string | null;
  ended: ReadonlyMap<string, RowOutcome>;
}

export function emptyList<T extends Row>(): List<T> {
  return { rows: [], cursor: null, ended: new Map() };
}

/** Replaces the rows with the server's, in the server's order. */
export function putRows<T extends Row>(list: List<T>, received: readonly T[]): List<T> {
  const current = list.rows.find(({ key }) => key === list.cursor);
  if (!current) return { rows: received, cursor: null, ended: new Map() };
  if (received.some(({ key }) => key === current.key))
    return { rows: received, cursor: current.key, ended: new Map() };
  const at = received.findIndex(({ since }) => Date.parse(since) > Date.parse(current.since));
  const rows = at < 0 ? [...received, current] : [...received.slice(0, at), current, ...received.slice(at)];
  return {
    rows,
    cursor: current.key,
    ended: new Map([[current.key, list.ended.get(current.key) ?? 'gone']]),
  };
}

/** Moves the cursor to a row, or to none. A row that has ended is removed when the cursor leaves it. */
export function moveTo<T extends Row>(list: List<T>, cursor: string | null): List<T> {
  if (cursor === list.cursor) return list;
  const rows = list.rows.filter(({ key }) => key === cursor || !list.ended.has(key));
  return { rows, cursor, ended: new Map([...list.ended].filter(([key]) => key === cursor)) };
}

/** Moves the cursor by one row. From no row it moves to the first. */
export function moveBy<T extends Row>(list: List<T>, step: 1 | -1): List<T> {
  if (list.rows.length === 0) return list;
  const from = list.rows.findIndex(({ key }) => key === list.cursor);
  const to = from < 0 ? 0 : Math.min(list.rows.length - 1, Math.max(0, from + step));
  // At the list's edge the cursor stays. If its row has ended, the cursor moves in the other direction
  // instead.
  const isStuck = to === from && list.ended.has(list.rows[from]!.key);
  return moveTo(list, list.rows[isStuck ? from - step : to]?.key ?? null);
}

/** Ends a row. The row is removed at once, unless the cursor is on it. */
export function markRowEnded<T extends Row>(list: List<T>, key: string, outcome: RowOutcome): List<T> {
  if (key === list.cursor) return { ...list, ended: new Map(list.ended).set(key, outcome) };
  return { ...list, rows: list.rows.filter((row) => row.key !== key) };
}
