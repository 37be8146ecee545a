/** Registers the member’s account with the engine. */
import { registerCommands, type CommandDefinitions } from '../../engine/commands/commands';
import { registerHomePart } from '../../engine/home/parts';

const commands = {
  register: { name: 'register', method: 'POST', path: '/api/account' },
  changePassword: { name: 'changepwd', method: 'PUT', path: '/api/account/changepwd' },
  changeBankName: { name: 'bankAccountName', method: 'PUT', path: '/api/account/bankAccountName' },
  addPasskey: { name: 'addPasskey', method: 'POST', path: '/api/account/passkeys' },
  renamePasskey: { name: 'renamePasskey', method: 'PUT', path: '/api/account/passkeys/{id}' },
  removePasskey: { name: 'removePasskey', method: 'DELETE', path: '/api/account/passkeys/{id}' },
  endSession: { name: 'endSession', method: 'DELETE', path: '/api/account/sessions/{id}' },
} as const satisfies CommandDefinitions;

type IdentityCommands = typeof commands;
declare module '../../engine/commands/commands' {
  interface Commands extends IdentityCommands {}
}
registerCommands(commands);

registerHomePart('profile', ({ profile }) => profile);
registerHomePart('bankAccount', ({ bankAccount }) => bankAccount);
