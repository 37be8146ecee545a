/** What the engine has to know of the statement. */
import { call } from '../../api/client';
import { registerList } from '../../engine/lists/lists';
import { registerResources, type ResourceLines } from '../../engine/resources/resources';

registerList('statement', {
  pageSize: 10,
  keyOf: ({ _id }) => _id,
  async ask(question) {
    const { total, statements: rows } = await call('POST', '/api/statement', question);
    return { total, rows };
  },
  changed: ({ statements }) => statements,
});

const resources = {
  line: { path: '/api/statement/{id}', whose: 'own' },
} as const satisfies ResourceLines;

type StatementResources = typeof resources;
declare module '../../engine/resources/resources' {
  interface Resources extends StatementResources {}
}
registerResources(resources);
