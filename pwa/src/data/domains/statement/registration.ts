/** What the engine has to know of the statement. */
import { call } from '../../api/client';
import { registerList } from '../../engine/lists/lists';

registerList('statement', {
  pageSize: 10,
  keyOf: ({ _id }) => _id,
  async ask(question) {
    const { total, statements: rows } = await call('POST', '/api/statement', question);
    return { total, rows };
  },
  changed: ({ statements }) => statements,
});
