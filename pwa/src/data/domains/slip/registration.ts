/** Registers slips with the engine. */
import { registerList } from '../../engine/lists/lists';
import { registerKind } from '../../engine/outbox/kinds';
import { queueTables, removeItem } from '../../engine/outbox/store';
import { registerResources, type ResourceDefinitions } from '../../engine/resources/resources';
import { slip } from './kind';

registerKind('slip', slip);

registerList('slips', {
  field: 'slips',
  pages: '/api/statement/slip',
  // The server has this slip, so it need not be sent any more, even if the response was lost.
  updateRelated: (db, { clientId }) => removeItem(db, clientId),
  writes: queueTables,
  hasLocalRows: true,
  isAwaited: ({ status, review, unsent }) => status === 'PENDING' && !review && !unsent,
});

const resources = {
  slip: { path: '/api/lookup/slip', scope: 'members' },
} as const satisfies ResourceDefinitions;

type SlipResources = typeof resources;
declare module '../../engine/resources/resources' {
  interface Resources extends SlipResources {}
}
registerResources(resources);
