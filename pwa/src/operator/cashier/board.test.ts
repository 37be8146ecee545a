// @pure
import { describe, expect, it } from 'vitest';
import { emptyList, moveTo, putRows, type Row } from './queue/list';
import { rowEnd, type Stage } from './board';

const row: Row = { key: 'SLIP:1', since: '2026-11-21T07:00:00Z' };
const left = putRows(moveTo(putRows(emptyList<Row>(), [row]), row.key), []);
const after = (stage?: Stage) =>
  rowEnd({ list: left, actions: new Map(stage && [[row.key, { actionName: 'settle', stage }]]) }, row.key);

describe('a row that the server no longer lists', () => {
  it('a row without an action here, or with a refused one, was settled by a colleague', () => {
    expect([after(), after('refused')]).toEqual(['gone', 'gone']);
  });

  it.each<Stage>(['busy', 'slow', 'unknown'])(
    'a row is not called a colleague’s while our own action is %s',
    (stage) => {
      expect(after(stage)).toBeUndefined();
    },
  );
});
