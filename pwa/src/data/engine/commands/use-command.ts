import { useEffect, useEffectEvent } from 'react';
import { useSelected } from '../../kit/use-store';
import { IDLE } from './machine';
import { dismissCommand, commandStages, type Command, type CommandRequest } from './send';
import { nameOf, type CommandResponse, type CommandId } from './commands';

/** useCommand returns the command's stage, also if the command was sent before a reload. */
export function useCommand<Id extends CommandId>(id: Id, subject?: string): Command<CommandResponse<Id>> {
  const command = useSelected(commandStages, (all) => all.get(nameOf(id, subject)));
  return (command ?? IDLE) as Command<CommandResponse<Id>>;
}

interface OutcomeHandlers<Id extends CommandId> {
  done?: (response: CommandResponse<Id>, request: CommandRequest<CommandResponse<Id>>) => void;
  failed?: (error: unknown) => void;
}

/**
 * useOutcome calls `done` or `failed` once, however the command ended: directly, after the password, or
 * repeated after a reload. Then it dismisses the command. If the handler for an outcome is missing, the
 * command stays, for another component to show it.
 */
export function useOutcome<Id extends CommandId>(
  id: Id,
  subject: string | undefined,
  handlers: OutcomeHandlers<Id>,
): Command<CommandResponse<Id>> {
  const command = useCommand(id, subject);
  const handleOutcome = useEffectEvent(() => {
    if (command.at === 'done' && handlers.done) handlers.done(command.response, command.request);
    else if (command.at === 'failed' && handlers.failed) handlers.failed(command.error);
    else return;
    dismissCommand(nameOf(id, subject));
  });
  useEffect(() => handleOutcome(), [command.at]);
  return command;
}

/** useActiveName returns the first of these names with a command that was not dismissed. */
export function useActiveName(names: readonly string[]): string | undefined {
  return useSelected(commandStages, (all) => names.find((name) => all.has(name)));
}

/** usePasswordRequired returns the first of these names whose command waits for the password, if any. */
export function usePasswordRequired(names: readonly string[]): string | undefined {
  return useSelected(commandStages, (all) => names.find((name) => all.get(name)?.at === 'password'));
}
