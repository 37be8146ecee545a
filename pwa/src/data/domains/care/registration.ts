/** Registers responsible play with the engine. */
import { registerCommands, type CommandDefinitions } from '../../engine/commands/commands';
import { registerResources, type ResourceDefinitions } from '../../engine/resources/resources';

const commands = {
  coolOff: { name: 'closePlay', method: 'POST', path: '/api/care/cooloff' },
  excludeSelf: { name: 'closePlay', method: 'POST', path: '/api/care/exclude' },
  askBack: { name: 'openPlay', method: 'POST', path: '/api/care/return' },
  comeBack: { name: 'openPlay', method: 'POST', path: '/api/care/return/confirm' },
  setReality: { name: 'reality', method: 'PUT', path: '/api/care/reality' },
  limitsReviewed: { name: 'limitsReviewed', method: 'POST', path: '/api/limits/reviewed' },
} as const satisfies CommandDefinitions;

type CareCommands = typeof commands;
declare module '../../engine/commands/commands' {
  interface Commands extends CareCommands {}
}
registerCommands(commands);

const resources = {
  care: { path: '/api/care', scope: 'own' },
} as const satisfies ResourceDefinitions;

type CareResources = typeof resources;
declare module '../../engine/resources/resources' {
  interface Resources extends CareResources {}
}
registerResources(resources);
