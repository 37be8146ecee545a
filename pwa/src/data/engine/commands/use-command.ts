import { useEffect, useEffectEvent } from 'react';
import { usePart } from '../../kit/use-store';
import { IDLE } from './machine';
import { dismiss, commandStages, type Command, type Order } from './send';
import { nameOf, type Answered, type CommandId } from './commands';

/** useCommand returns the command's stage, also if the command was sent before a reload. */
export function useCommand<Id extends CommandId>(id: Id, subject?: string): Command<Answered<Id>> {
  const stand = usePart(commandStages, (all) => all.get(nameOf(id, subject)));
  return (stand ?? IDLE) as Command<Answered<Id>>;
}

interface Ends<Id extends CommandId> {
  done?: (answer: Answered<Id>, order: Order<Answered<Id>>) => void;
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
  ends: Ends<Id>,
): Command<Answered<Id>> {
  const stand = useCommand(id, subject);
  const act = useEffectEvent(() => {
    if (stand.at === 'done' && ends.done) ends.done(stand.answer, stand.order);
    else if (stand.at === 'failed' && ends.failed) ends.failed(stand.error);
    else return;
    dismiss(nameOf(id, subject));
  });
  useEffect(() => act(), [stand.at]);
  return stand;
}

/** useStanding returns the first of these names with a command that was not dismissed. */
export function useStanding(names: readonly string[]): string | undefined {
  return usePart(commandStages, (all) => names.find((name) => all.has(name)));
}

/** usePasswordAsked returns the first of these names whose command waits for the password, if any. */
export function usePasswordAsked(names: readonly string[]): string | undefined {
  return usePart(commandStages, (all) => names.find((name) => all.get(name)?.at === 'password'));
}
