/** Registers responsible play with the engine. */
import { registerCommands, type CommandLines } from '../../engine/commands/commands';
import { registerResources, type ResourceLines } from '../../engine/resources/resources';

const commands = {
  coolOff: { name: 'closePlay', method: 'POST', path: '/api/care/cooloff' },
  excludeSelf: { name: 'closePlay', method: 'POST', path: '/api/care/exclude' },
  askBack: { name: 'openPlay', method: 'POST', path: '/api/care/return' },
  comeBack: { name: 'openPlay', method: 'POST', path: '/api/care/return/confirm' },
  setReality: { name: 'reality', method: 'PUT', path: '/api/care/reality' },
  limitsReviewed: { name: 'limitsReviewed', method: 'POST', path: '/api/limits/reviewed' },
} as const satisfies CommandLines;

type CareCommands = typeof commands;
declare module '../../engine/commands/commands' {
  interface Commands extends CareCommands {}
}
registerCommands(commands);

const resources = {
  care: { path: '/api/care', scope: 'own' },
} as const satisfies ResourceLines;

type CareResources = typeof resources;
declare module '../../engine/resources/resources' {
  interface Resources extends CareResources {}
}
registerResources(resources);
