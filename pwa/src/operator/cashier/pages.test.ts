// @pure
import { describe, expect, it } from 'vitest';
import { dropRepeats, readPages } from './pages';
import type { CashierItem } from './wire';

const item = (id: string) => ({ key: `SLIP:${id}` }) as CashierItem;
const pages = [[item('1'), item('2')], [item('3'), item('4')], [item('5')]];

/** Simulates a server with three pages, whose cursors are the page numbers. */
async function fetchPage(cursor: string | undefined) {
  const at = Number(cursor ?? 0);
  return { items: pages[at]!, next: at + 1 < pages.length ? String(at + 1) : undefined };
}

describe('the pages of items', () => {
  it.each([
    [1, 2, true],
    [2, 4, true],
    [3, 5, false],
    [9, 5, false],
  ])('reading %i pages returns %i items, with more to come: %s', async (count, length, more) => {
    const read = await readPages(fetchPage, count);

    expect([read.items.length, read.more]).toEqual([length, more]);
  });

  it('an item that moved to another page between two reads is listed once', async () => {
    const moved = async (cursor: string | undefined) =>
      cursor ? { items: [item('2'), item('3')] } : { items: [item('1'), item('2')], next: 'x' };

    const read = await readPages(moved, 2);

    expect(read.items.map(({ key }) => key)).toEqual(['SLIP:1', 'SLIP:2', 'SLIP:3']);
    expect(dropRepeats(read.items)).toEqual(read.items);
  });
});
