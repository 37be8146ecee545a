import { useEffect, useRef, type FormEvent } from 'react';
import { useWords } from '../../i18n';
import { draftOf, isBusy, shownOf } from '../board';
import { amountText } from '../money';
import { amountOf, isPlain } from '../offer';
import { perform } from '../perform';
import type { Offer } from '../wire';
import { doText, willText } from '../words';
import { BackButton, NoButton, YesButton } from './act-buttons';
import { FieldInput } from './field-input';
import type { PartProps } from './part-props';

const DOUBLE_CLICK_MS = 500;

/** Says in a sentence what the act will do, and asks for what it still needs. Enter does it: the letter that opened it moves no money. */
export function ActForm(props: PartProps & { offer: Offer }) {
  const { board, state, item, offer } = props;
  const { say } = useWords();
  const { form, isDoubleClick } = useFirstFocus();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void perform(board, item, offer);
  };
  const isNo = offer.answer === 'no';
  const fields = isPlain(offer) ? [] : offer.fields;
  const amount = amountTextOf(props);
  const Button = isNo ? NoButton : YesButton;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className="max-h-[min(70vh,34rem)] space-y-3 overflow-y-auto px-0.5"
    >
      <Sentence {...props} />
      {fields.map((field) => (
        <FieldInput key={field.name} {...props} field={field} />
      ))}
      <div className="flex items-center justify-between gap-2.5">
        <BackButton onBack={() => board.ask(null)} />
        <Button
          type="submit"
          isBusy={isBusy(state, item.key)}
          shortcut="Enter"
          onClick={(event) => fields.length === 0 && isDoubleClick(event) && event.preventDefault()}
        >
          {isNo ? doText(item, offer, amount) : say(offer.pair ? 'cash.pairs.submit' : 'cash.confirm')}
        </Button>
      </div>
    </form>
  );
}

/**
 * Moves the focus to the form's first field, or to its button where it has none. `isDoubleClick` is
 * true of a click so soon after the form has appeared that it was meant for the button before.
 */
function useFirstFocus() {
  const form = useRef<HTMLFormElement>(null);
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
    form.current
      ?.querySelector<HTMLElement>(
        'input:not([type=radio]), textarea, input[type=radio], [data-yes], [data-no]',
      )
      ?.focus();
  }, []);
  const isDoubleClick = ({ detail }: { detail: number }) =>
    detail > 0 && performance.now() - since.current < DOUBLE_CLICK_MS;
  return { form, isDoubleClick };
}

/** What the act will do, with the draft's amount, member and account. */
function Sentence({ state, item, offer }: PartProps & { offer: Offer }) {
  const { values, member: chosen } = draftOf(state, item.key);
  const member = chosen ?? shownOf(state, item).member;
  const [bank, account] = ['bank', 'account'].map(
    (code) => item.verdicts.find((verdict) => verdict.code === code)?.theirs ?? '',
  );
  const text = willText(item, offer, {
    amount: amountTextOf({ state, item, offer }),
    name: member ? `${member.accountName} (${member._id})` : '',
    account: `${bank} ${account}`.trim(),
    reference: String(values.reference ?? '').trim(),
  });
  return text === undefined ? null : <p role="status">{text}</p>;
}

function amountTextOf({ state, item, offer }: Pick<PartProps, 'state' | 'item'> & { offer: Offer }): string {
  const satang = amountOf(item, offer, draftOf(state, item.key));
  return satang === undefined ? '' : amountText(satang, item.currency);
}
