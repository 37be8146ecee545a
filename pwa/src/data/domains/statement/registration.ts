/** Registers the statement with the engine. */
import { registerList } from '../../engine/lists/lists';
import { registerResources, type ResourceDefinitions } from '../../engine/resources/resources';

registerList('statement', { field: 'statements', pages: '/api/statement' });

const resources = {
  line: { path: '/api/statement/{id}', scope: 'own' },
} as const satisfies ResourceDefinitions;

type StatementResources = typeof resources;
declare module '../../engine/resources/resources' {
  interface Resources extends StatementResources {}
}
registerResources(resources);
