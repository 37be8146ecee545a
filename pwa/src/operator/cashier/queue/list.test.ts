// @pure
import { describe, expect, it } from 'vitest';
import { emptyList, markRowEnded, moveBy, moveTo, putRows, type List, type Row } from './list';

const row = (n: number): Row => ({
  key: `k${n}`,
  since: new Date(Date.UTC(2026, 10, 21, 7, n)).toISOString(),
});
const listOf = (...numbers: number[]): List<Row> => putRows(emptyList<Row>(), numbers.map(row));
const keysOf = ({ rows }: List<Row>) => rows.map(({ key }) => key);

describe('the cursor', () => {
  it('the cursor starts above the first row and stops at both ends', () => {
    const list = listOf(1, 2);

    const steps = [
      moveBy(list, 1),
      moveBy(moveBy(list, 1), 1),
      moveBy(moveBy(moveBy(list, 1), 1), 1),
      moveBy(moveBy(list, 1), -1),
    ];

    expect(steps.map(({ cursor }) => cursor)).toEqual(['k1', 'k2', 'k2', 'k1']);
  });

  it('the cursor stays on its row while rows above it change', () => {
    const list = moveTo(listOf(2, 3), 'k3');

    const next = putRows(list, [row(1), row(3), row(4)]);

    expect([next.cursor, keysOf(next), next.ended.size]).toEqual(['k3', ['k1', 'k3', 'k4'], 0]);
  });

  it('a row that somebody else settled stays in its place, marked, until the cursor leaves it', () => {
    const list = moveTo(listOf(1, 2, 3), 'k2');

    const reloaded = putRows(list, [row(1), row(3), row(4)]);
    const left = moveBy(reloaded, 1);

    expect([keysOf(reloaded), reloaded.cursor, reloaded.ended.get('k2')]).toEqual([
      ['k1', 'k2', 'k3', 'k4'],
      'k2',
      'gone',
    ]);
    expect([keysOf(left), left.cursor, left.ended.size]).toEqual([['k1', 'k3', 'k4'], 'k3', 0]);
  });

  it('the cursor stays on a row that was settled here, so that the next press affects no other member', () => {
    const list = markRowEnded(moveTo(listOf(1, 2), 'k1'), 'k1', 'accepted');

    const reloaded = putRows(list, [row(2)]);

    expect([reloaded.cursor, reloaded.ended.get('k1'), keysOf(reloaded)]).toEqual([
      'k1',
      'accepted',
      ['k1', 'k2'],
    ]);
  });

  it('the cursor moves up from a settled last row, and to no row from a settled only row', () => {
    const last = markRowEnded(moveTo(listOf(1, 2), 'k2'), 'k2', 'gone');
    const only = markRowEnded(moveTo(listOf(1), 'k1'), 'k1', 'gone');

    expect([moveBy(last, 1).cursor, keysOf(moveBy(last, 1))]).toEqual(['k1', ['k1']]);
    expect([moveBy(only, 1).cursor, keysOf(moveBy(only, 1))]).toEqual([null, []]);
  });

  it('a settled row without the cursor is removed, and the cursor stays', () => {
    const list = markRowEnded(moveTo(listOf(1, 2, 3), 'k3'), 'k1', 'accepted');

    expect([list.cursor, keysOf(list)]).toEqual(['k3', ['k2', 'k3']]);
  });

  it('an ended row under the cursor is open again once the server lists the row again', () => {
    const list = markRowEnded(moveTo(listOf(1), 'k1'), 'k1', 'accepted');

    expect(putRows(list, [row(1)]).ended.size).toBe(0);
  });
});
