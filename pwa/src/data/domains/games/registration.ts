/** Registers games with the engine. */
import { registerCommands, type CommandDefinitions } from '../../engine/commands/commands';

const commands = {
  transfer: { name: 'transfer', method: 'POST', path: '/api/wallet/transfer', money: 'statement' },
  transferAll: { name: 'transfer', method: 'POST', path: '/api/wallet/transferAll', money: 'statement' },
  activateSlot: { name: 'activateSlot', method: 'POST', path: '/api/wallet/activate/{slotCode}' },
  resetSlotPassword: {
    name: 'resetSlotPassword',
    method: 'POST',
    path: '/api/wallet/resetpassword/{slotCode}',
  },
} as const satisfies CommandDefinitions;

type GamesCommands = typeof commands;
declare module '../../engine/commands/commands' {
  interface Commands extends GamesCommands {}
}
registerCommands(commands);
