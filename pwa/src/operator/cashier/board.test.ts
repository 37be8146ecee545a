// @pure
import { describe, expect, it } from 'vitest';
import { emptyList, moveTo, putRows, type Row } from './queue/list';
import { rowOutcome, type ActionStage } from './board';

const row: Row = { key: 'SLIP:1', since: '2026-11-21T07:00:00Z' };
const listWithoutRow = putRows(moveTo(putRows(emptyList<Row>(), [row]), row.key), []);
const outcomeWithStage = (stage?: ActionStage) =>
  rowOutcome(
    { list: listWithoutRow, actions: new Map(stage && [[row.key, { name: 'settle', stage }]]) },
    row.key,
  );

describe('a row that the server no longer lists', () => {
  it('a row without an action of our own, or with a refused action, counts as ended by a colleague', () => {
    expect([outcomeWithStage(), outcomeWithStage('refused')]).toEqual(['gone', 'gone']);
  });

  it.each<ActionStage>(['busy', 'slow', 'unknown'])(
    'a row does not count as ended by a colleague while our own action is %s',
    (stage) => {
      expect(outcomeWithStage(stage)).toBeUndefined();
    },
  );
});
