/**
 * Every command: a call that must happen once. The domain of each registers it. `name` says which of
 * them are one at a time; with a subject (a statement line, a gateway) it is `name:subject`, as it is
 * stored. What moves money keeps its key on the phone when the session ends, until its answer is known.
 */
import type { AnswerOf, Args, Method, PathOf } from '../../api/routes';
import { Registry } from '../../kit/registry';
import { keepAtEnd } from '../../session/ended';

type CommandMethod = Exclude<Method, 'GET'>;

type CommandLine = {
  [M in CommandMethod]: {
    [P in PathOf<M>]: {
      name: string;
      method: M;
      path: P;
      /** Only of a command that moves money: what our server's answer has, and no other's, such as a captive portal's. */
      money?: keyof AnswerOf<M, P>;
    };
  }[PathOf<M>];
}[CommandMethod];

export type CommandLines = Record<string, CommandLine>;

/** The lines that domains register; each adds its own. */
export interface Commands {}

export type CommandId = keyof Commands;

type MethodOf<Id extends CommandId> = Commands[Id]['method'];
type CommandPath<Id extends CommandId> = Extract<Commands[Id]['path'], PathOf<MethodOf<Id>>>;

/** What the server answers to it. */
export type Answered<Id extends CommandId> = AnswerOf<MethodOf<Id>, CommandPath<Id>>;

/** Path parameters and body of it, and our own options. */
export type Given<Id extends CommandId, Options> = Args<MethodOf<Id>, CommandPath<Id>, Options>;

const commands = new Registry<string, CommandLine>('command');

keepAtEnd(movesMoney);

export const registerCommands = commands.registerAll;

/** Throws if the command is not registered. */
export function commandOf(id: CommandId): CommandLine {
  return commands.get(id);
}

export function allCommands(): [CommandId, CommandLine][] {
  return commands.entries() as [CommandId, CommandLine][];
}

/** False where `answer` cannot be our server's to the command of that name. */
export function isAnswerTo(name: string, answer: unknown): boolean {
  const money = lineOf(name)?.money;
  return !money || (typeof answer === 'object' && answer !== null && money in answer);
}

/** What commands that are one at a time are known by. Throws if the command is not registered. */
export function nameOf(id: CommandId, subject?: string): string {
  const { name } = commandOf(id);
  return subject === undefined ? name : `${name}:${subject}`;
}

/** A name that this version does not know may be a withdrawal of another one. */
export function movesMoney(name: string): boolean {
  const line = lineOf(name);
  return !line || line.money !== undefined;
}

/** A command of this name, with its subject or without. Those of one name are alike in what they move. */
function lineOf(name: string): CommandLine | undefined {
  const [plain] = name.split(':');
  return allCommands().find(([, line]) => line.name === plain)?.[1];
}
