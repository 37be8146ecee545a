import { useEffect, useEffectEvent } from 'react';
import { dismiss, type Money, type Order } from './money';
import { useMoney } from './useMoney';

interface Ends<T> {
  done?: (answer: T, order: Order<T>) => void;
  failed?: (error: unknown) => void;
}

/**
 * Acts once when the command of this name has ended, whichever way it came there: at once, after
 * the password, or asked for again after a reload. Then it is over; an end that nothing acts on
 * here stays for whoever shows it.
 */
export function useOutcome<T>(name: string, ends: Ends<T>): Money<T> {
  const money = useMoney<T>(name);
  const act = useEffectEvent(() => {
    if (money.at === 'done' && ends.done) ends.done(money.answer, money.order);
    else if (money.at === 'failed' && ends.failed) ends.failed(money.error);
    else return;
    dismiss(name);
  });
  useEffect(() => act(), [money.at]);
  return money;
}

/** Sent, and its outcome not known yet. */
export function isBusy({ at }: { at: Money['at'] }): boolean {
  return at === 'sending' || at === 'checking';
}
