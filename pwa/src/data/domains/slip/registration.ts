/** What the engine has to know of slips. */
import { call } from '../../api/client';
import { registerList } from '../../engine/lists/lists';
import { registerKind } from '../../engine/outbox/kinds';
import { queueTables, removeItem } from '../../engine/outbox/store';
import { registerResources, type ResourceLines } from '../../engine/resources/resources';
import { slip } from './kind';

registerKind('slip', slip);

registerList('slips', {
  pageSize: 10,
  keyOf: ({ clientId }) => clientId,
  async ask(question) {
    const { total, slips: rows } = await call('POST', '/api/statement/slip', question);
    return { total, rows };
  },
  changed: ({ slips }) => slips,
  // A slip that the server has needs no sending any more, whether its answer came or not.
  arrived: (db, { clientId }) => removeItem(db, clientId),
  settles: queueTables,
  isPromised: true,
  isAwaited: ({ status, review, unsent }) => status === 'PENDING' && !review && !unsent,
});

const resources = {
  slip: { path: '/api/lookup/slip', whose: 'members' },
} as const satisfies ResourceLines;

type SlipResources = typeof resources;
declare module '../../engine/resources/resources' {
  interface Resources extends SlipResources {}
}
registerResources(resources);
