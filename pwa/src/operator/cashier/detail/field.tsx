import type { FormEvent } from 'react';
import { formatTyping, satangTyped, typingOf } from '@/ui/format/typed-amount';
import { TextInput } from '@/ui/text-input';
import { useState } from 'react';
import { useWords } from '../../i18n';
import { unitOf } from '../money';
import { amountOf } from '../plan';
import { askYes } from '../perform';
import { setDraft } from '../queue/queue';
import type { PartProps } from './part-props';

/** Enter is the yes that the field was for. */
export function submitYes({ item }: Pick<PartProps, 'item'>) {
  return (event: FormEvent) => {
    event.preventDefault();
    askYes(item);
  };
}

/** How much came, where only the cashier can say. */
export function AmountField({ item, state, label, hint }: PartProps & { label: string; hint?: string }) {
  const { say } = useWords();
  const [text, setText] = useState(() => typingOf(amountOf(item, state.drafts.get(item.key) ?? {})));
  return (
    <form onSubmit={submitYes({ item })}>
      <TextInput
        label={label}
        hint={hint}
        data-need="amount"
        inputMode="decimal"
        autoComplete="off"
        format={formatTyping}
        value={text}
        error={state.asked === 'amount' ? say('cash.need.amount') : undefined}
        disabled={state.list.ended.has(item.key)}
        trailing={<span className="pr-3.5 text-ink-2">{unitOf(item.currency)}</span>}
        onChange={(event) => {
          setText(event.currentTarget.value);
          // Nothing typed is nothing said: not what somebody else had told either.
          setDraft(item.key, { satang: satangTyped(event.currentTarget.value) ?? 0 });
        }}
      />
    </form>
  );
}
