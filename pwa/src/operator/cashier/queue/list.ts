/**
 * The list that waits, and where the cursor is. The row under the cursor never goes away by
 * itself: a key that is pressed in the same moment must not meet another's money. It stays, marked
 * as ended, until the cursor leaves it.
 */

export interface Row {
  key: string;
  since: string;
}

/** How a row that still shows has ended: by us, or by a colleague. */
export type End = 'accepted' | 'refused' | 'gone';

export interface List<T extends Row> {
  rows: readonly T[];
  cursor: string | null;
  ended: ReadonlyMap<string, End>;
}

export function emptyList<T extends Row>(): List<T> {
  return { rows: [], cursor: null, ended: new Map() };
}

/** The list as the server has it now, in its order. */
export function putRows<T extends Row>(list: List<T>, told: readonly T[]): List<T> {
  const kept = list.rows.find(({ key }) => key === list.cursor);
  if (!kept) return { rows: told, cursor: null, ended: new Map() };
  if (told.some(({ key }) => key === kept.key)) return { rows: told, cursor: kept.key, ended: new Map() };
  const at = told.findIndex(({ since }) => Date.parse(since) > Date.parse(kept.since));
  const rows = at < 0 ? [...told, kept] : [...told.slice(0, at), kept, ...told.slice(at)];
  return { rows, cursor: kept.key, ended: new Map([[kept.key, list.ended.get(kept.key) ?? 'gone']]) };
}

/** Onto a row, or onto none. What had ended goes as soon as it is left. */
export function moveTo<T extends Row>(list: List<T>, cursor: string | null): List<T> {
  if (cursor === list.cursor) return list;
  const rows = list.rows.filter(({ key }) => key === cursor || !list.ended.has(key));
  return { rows, cursor, ended: new Map([...list.ended].filter(([key]) => key === cursor)) };
}

/** From above the first where the cursor is on none. */
export function moveBy<T extends Row>(list: List<T>, step: 1 | -1): List<T> {
  if (list.rows.length === 0) return list;
  const from = list.rows.findIndex(({ key }) => key === list.cursor);
  const to = from < 0 ? 0 : Math.min(list.rows.length - 1, Math.max(0, from + step));
  // At the edge there is nowhere to go, but from what has ended: that is left the other way.
  const isOver = to === from && list.ended.has(list.rows[from]!.key);
  return moveTo(list, list.rows[isOver ? from - step : to]?.key ?? null);
}

/** One that was settled: at once gone from the list, but for the row under the cursor. */
export function endRow<T extends Row>(list: List<T>, key: string, end: End): List<T> {
  if (key === list.cursor) return { ...list, ended: new Map(list.ended).set(key, end) };
  return { ...list, rows: list.rows.filter((row) => row.key !== key) };
}
