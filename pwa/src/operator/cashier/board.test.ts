// @pure
import { describe, expect, it } from 'vitest';
import { emptyList, moveTo, putRows, type Row } from './queue/list';
import { endOf, type Stage } from './board';

const row: Row = { key: 'SLIP:1', since: '2026-11-21T07:00:00Z' };
const left = putRows(moveTo(putRows(emptyList<Row>(), [row]), row.key), []);
const after = (stage?: Stage) =>
  endOf({ list: left, acts: new Map(stage && [[row.key, { act: 'settle', stage }]]) }, row.key);

describe('a row that the server does not list any more', () => {
  it('was a colleague’s to settle where nothing was done here, or it was refused', () => {
    expect([after(), after('refused')]).toEqual(['gone', 'gone']);
  });

  it.each<Stage>(['busy', 'slow', 'unknown'])(
    'is not said to be a colleague’s while our own act is %s',
    (stage) => {
      expect(after(stage)).toBeUndefined();
    },
  );
});
