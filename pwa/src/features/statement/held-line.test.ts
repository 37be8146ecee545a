import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { transferLine, logOutMember, logInMember, wallet } from '../../../test/games';
import { ok, type TestServer } from '../../../test/server';
import type { CashLine } from '@/data/domains/cash/types';
import { useList } from '@/data/engine/pages/pages';
import { putHomeRow } from '@/data/engine/home/parts';
import { withMemberDb } from '@/data/storage/storage';
import { useHeldLine } from './held-line';

let server: TestServer;

beforeEach(async () => {
  server = await logInMember([]);
});
afterEach(logOutMember);

const buildPending = (_id: string, amount: number): CashLine => ({
  ...transferLine,
  _id,
  amount,
  status: 'PENDING',
});

async function storeLines(onTheWay: number, ...lines: CashLine[]): Promise<void> {
  server.on('POST /api/statement', () => ok({ statements: lines, total: lines.length }));
  await withMemberDb('M1', (db) => putHomeRow(db, 'wallet', { ...wallet(400), onTheWay }, 1));
}

/** Returns the hook's result once the phone's statement lines are loaded. */
async function readHeldLine(lines: number): Promise<string | undefined> {
  const { result } = renderHook(() => ({
    held: useHeldLine(),
    read: useList('statement').data?.rows.length,
  }));
  await waitFor(() => expect(result.current.read).toBe(lines));
  return result.current.held;
}

it('the held line is the line in progress with the whole pending amount', async () => {
  await storeLines(100, buildPending('t1', 100), { ...transferLine, _id: 't2', amount: 100 });

  expect(await readHeldLine(2)).toBe('t1');
});

it.each<[string, number, CashLine[]]>([
  ['several lines hold the amount', 300, [buildPending('t1', 100), buildPending('t2', 200)]],
  [
    'another transfer has the same amount, and holds nothing yet',
    100,
    [buildPending('t1', 100), buildPending('t2', 100)],
  ],
  [
    'only an announced deposit has the amount',
    100,
    [{ ...buildPending('d1', 100), statementType: 'deposit' }],
  ],
])('there is no held line if %s', async (_, onTheWay, lines) => {
  await storeLines(onTheWay, ...lines);

  expect(await readHeldLine(lines.length)).toBeUndefined();
});
