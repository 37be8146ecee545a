import { useEffect, useEffectEvent } from 'react';
import { usePart } from '../../kit/use-store';
import { IDLE } from './machine';
import { dismiss, stands, type Command, type Order } from './send';
import { nameOf, type Answered, type CommandId } from './commands';

/** useCommand returns the command's stage, also for a command from before a reload. */
export function useCommand<Id extends CommandId>(id: Id, subject?: string): Command<Answered<Id>> {
  const stand = usePart(stands, (all) => all.get(nameOf(id, subject)));
  return (stand ?? IDLE) as Command<Answered<Id>>;
}

interface Ends<Id extends CommandId> {
  done?: (answer: Answered<Id>, order: Order<Answered<Id>>) => void;
  failed?: (error: unknown) => void;
}

/**
 * useOutcome calls `done` or `failed` once, however the command ended: directly, after the password, or
 * repeated after a reload. Then it dismisses the command. An outcome without a handler here stays for
 * another component that shows it.
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

/** useStanding returns the first of these names that has a command whose outcome was not dismissed. */
export function useStanding(names: readonly string[]): string | undefined {
  return usePart(stands, (all) => names.find((name) => all.has(name)));
}

/** usePasswordAsked returns the first of these names that waits for the password, if any. */
export function usePasswordAsked(names: readonly string[]): string | undefined {
  return usePart(stands, (all) => names.find((name) => all.get(name)?.at === 'password'));
}
