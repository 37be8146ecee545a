import { useEffect, useRef, type FormEvent } from 'react';
import { useWords, type Say, type Word } from '../../i18n';
import { amountText } from '../money';
import { yes } from '../perform';
import { amountOf, type Draft } from '../plan';
import type { Waiting } from '../wire';
import { BackButton, YesButton } from './act-buttons';
import type { PartProps } from './part-props';

const DOUBLE_CLICK_MS = 500;

interface AcceptFormProps extends PartProps {
  isBusy: boolean;
  onBack: () => void;
}

/** What the yes is about to do, in a sentence; Enter does it. One letter alone moves no money. */
export function AcceptForm({ item, state, isBusy, onBack }: AcceptFormProps) {
  const { say } = useWords();
  const form = useRef<HTMLFormElement>(null);
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
    form.current?.querySelector<HTMLElement>('[data-yes]')?.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    yes(item);
  };
  return (
    <form ref={form} onSubmit={submit} className="space-y-3">
      <p role="status">{willText(item, state.drafts.get(item.key) ?? {}, say)}</p>
      <div className="flex items-center justify-between gap-2.5">
        <BackButton onBack={onBack} />
        <YesButton
          type="submit"
          isBusy={isBusy}
          shortcut="Enter"
          // The second half of a double click was meant for the button that stood here before.
          onClick={(event) =>
            event.detail > 0 && performance.now() - since.current < DOUBLE_CLICK_MS && event.preventDefault()
          }
        >
          {say('cash.confirm')}
        </YesButton>
      </div>
    </form>
  );
}

function willText(item: Waiting, draft: Draft, say: Say): string {
  const { kind, reason, member, currency } = item;
  if (kind === 'QR' && reason === 'REFUNDED_CREDITED') return say('cash.will.seen');
  const satang = amountOf(item, draft);
  const to = draft.member ?? member;
  return say(`cash.will.${kind}` as Word, {
    amount: satang === undefined ? '' : amountText(satang, currency),
    name: to ? `${to.accountName} (${to._id})` : '',
    account: to ? `${to.bankCode} ${to.accountNo}` : '',
    reference: draft.reference?.trim() ?? '',
  });
}
