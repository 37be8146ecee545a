/** The pages of a list of items. */
import type { ItemsPage } from './calls';
import type { CashierItem } from './wire';

type FetchPage = (cursor: string | undefined) => Promise<ItemsPage>;

/**
 * Returns the items of the first pages of a list. `more` is true if another page follows. An item that moves
 * between two reads may be on both pages; the result contains it once.
 */
export async function readPages(
  fetchPage: FetchPage,
  count: number,
): Promise<{ items: CashierItem[]; more: boolean }> {
  let page = await fetchPage(undefined);
  const items = [...page.items];
  for (let read = 1; read < count && page.next !== undefined; read++) {
    // The cursor of a page is known only from the page before.
    // oxlint-disable-next-line no-await-in-loop
    page = await fetchPage(page.next);
    items.push(...page.items);
  }
  return { items: dropRepeats(items), more: page.next !== undefined };
}

/** Returns each item once, at the position of its first occurrence. */
export function dropRepeats(items: readonly CashierItem[]): CashierItem[] {
  const seen = new Map<string, CashierItem>();
  for (const item of items) if (!seen.has(item.key)) seen.set(item.key, item);
  return [...seen.values()];
}
