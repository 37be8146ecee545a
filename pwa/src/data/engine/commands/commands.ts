/**
 * The commands: calls that must take effect only once. Each command's domain registers it. Commands of one
 * `name` run one at a time. With a subject (a statement line, a gateway) the stored name is `name:subject`.
 * If a command moves money, its key stays on the device when the session ends, until its outcome is known.
 */
import type { ResponseOf, Args, Method, PathOf } from '../../api/routes';
import { Registry } from '../../kit/registry';
import { registerKeptCommands } from '../../session/end-of-session';

type CommandMethod = Exclude<Method, 'GET'>;

type CommandDefinition = {
  [M in CommandMethod]: {
    [P in PathOf<M>]: {
      name: string;
      method: M;
      path: P;
      /**
       * Set only for a command that moves money. It names a field that our server's response always has, and
       * another server's, such as a captive portal's, does not.
       */
      money?: keyof ResponseOf<M, P>;
    };
  }[PathOf<M>];
}[CommandMethod];

export type CommandDefinitions = Record<string, CommandDefinition>;

/** The commands that domains register; each adds its own. */
export interface Commands {}

export type CommandId = keyof Commands;

type MethodOf<Id extends CommandId> = Commands[Id]['method'];
type CommandPath<Id extends CommandId> = Extract<Commands[Id]['path'], PathOf<MethodOf<Id>>>;

/** The server's response to the command. */
export type CommandResponse<Id extends CommandId> = ResponseOf<MethodOf<Id>, CommandPath<Id>>;

/** The command's path parameters and body, and our own options. */
export type CommandArgs<Id extends CommandId, Options> = Args<MethodOf<Id>, CommandPath<Id>, Options>;

const commands = new Registry<string, CommandDefinition>('command');

registerKeptCommands(movesMoney);

export const registerCommands = commands.registerAll;

/** commandOf throws if the command is not registered. */
export function commandOf(id: CommandId): CommandDefinition {
  return commands.get(id);
}

export function allCommands(): [CommandId, CommandDefinition][] {
  return commands.entries() as [CommandId, CommandDefinition][];
}

/** isResponseTo returns false if `response` cannot be our server's response to the command called `name`. */
export function isResponseTo(name: string, response: unknown): boolean {
  const money = definitionOf(name)?.money;
  return !money || (typeof response === 'object' && response !== null && money in response);
}

/**
 * nameOf returns the stored name of a command and its subject. Commands of one name run one at a time. Throws
 * if the command is not registered.
 */
export function nameOf(id: CommandId, subject?: string): string {
  const { name } = commandOf(id);
  return subject === undefined ? name : `${name}:${subject}`;
}

/**
 * movesMoney returns whether the command moves money. It returns true for an unknown name too, which may be a
 * withdrawal of another app version.
 */
export function movesMoney(name: string): boolean {
  const definition = definitionOf(name);
  return !definition || definition.money !== undefined;
}

/**
 * Returns the command of this name, with or without a subject. Either all commands of one name move money, or
 * none does.
 */
function definitionOf(name: string): CommandDefinition | undefined {
  const [plain] = name.split(':');
  return allCommands().find(([, definition]) => definition.name === plain)?.[1];
}
