import { useEffect, useEffectEvent } from 'react';
import { usePart } from '../../kit/use-store';
import { IDLE } from './machine';
import { dismiss, stands, type Command, type Order } from './send';
import { nameOf, type Answered, type CommandId } from './commands';

/** Where the command stands, be it of this page or of one before the reload. */
export function useCommand<Id extends CommandId>(id: Id, subject?: string): Command<Answered<Id>> {
  const stand = usePart(stands, (all) => all.get(nameOf(id, subject)));
  return (stand ?? IDLE) as Command<Answered<Id>>;
}

interface Ends<Id extends CommandId> {
  done?: (answer: Answered<Id>, order: Order<Answered<Id>>) => void;
  failed?: (error: unknown) => void;
}

/**
 * Acts once when the command has ended, whichever way it came there: at once, after the password,
 * or asked for again after a reload. Then it is over; an end that nothing acts on here stays for
 * whoever shows it.
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

/** The one of these that was wished for, and whose end nobody has acted on yet. */
export function useStanding(names: readonly string[]): string | undefined {
  return usePart(stands, (all) => names.find((name) => all.has(name)));
}

/** The one of these that waits for the password, if any. */
export function usePasswordAsked(names: readonly string[]): string | undefined {
  return usePart(stands, (all) => names.find((name) => all.get(name)?.at === 'password'));
}
