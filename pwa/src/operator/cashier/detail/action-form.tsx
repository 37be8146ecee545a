import { Fragment, useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { isolate } from '@/data/kit/isolate';
import { isKey } from '../../frame/keys';
import { useTexts } from '../../i18n';
import { draftOf, isBusy, shownItem } from '../board';
import { amountText } from '../money';
import { findActionAmount, showsFieldsAmongFacts, findMissingField } from '../offer';
import { performOffer } from '../perform';
import type { Offer } from '../wire';
import { actionLabel, confirmText } from '../texts';
import { BackButton, NoButton, YesButton } from './action-buttons';
import { FieldInput } from './field-input';
import type { DetailProps } from './detail-props';
import { cleanLine } from '@/data/kit/typed/written';

/**
 * How many ms a confirmation ignores keys and clicks after it has appeared. Such input was meant for the
 * previous content.
 */
const EARLY_MS = 500;

/** Shows what the action will do, with its member and amount, and the fields that are still missing. */
export function ActionForm(props: DetailProps & { offer: Offer }) {
  const { board, state, item, offer } = props;
  const { t } = useTexts();
  const summaryId = useId();
  const { form, isEarly, onKeyDown } = useConfirmation(() => {
    const missing = findMissingField(offer, draftOf(state, item.key));
    if (missing) board.setMissingField(missing.name);
    return missing !== undefined;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEarly) void performOffer(board, item, offer);
  };
  const isNo = offer.answer === 'no';
  const fields = showsFieldsAmongFacts(offer) ? [] : offer.fields;
  const Button = isNo ? NoButton : YesButton;
  return (
    // Enter in the form's fields and on its button works differently than in a native form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="-mx-1.5 max-h-[min(70vh,34rem)] space-y-3 overflow-y-auto px-1.5 pb-1.5"
    >
      <ActionSummary {...props} id={summaryId} />
      {fields.map((field) => (
        <FieldInput key={field.name} {...props} field={field} />
      ))}
      <div className="flex items-center justify-between gap-2.5">
        <BackButton onBack={() => board.openConfirmation(null)} />
        <Button
          type="submit"
          isBusy={isBusy(state, item.key)}
          isEarly={isEarly}
          describedBy={summaryId}
          shortcut="confirm"
        >
          {isNo
            ? actionLabel(item, offer, amountTextOf(props))
            : t(offer.pair ? 'cash.pairs.submit' : 'cash.confirm')}
        </Button>
      </div>
    </form>
  );
}

/**
 * Returns the handlers of the confirmation. It focuses the form's first field, or its button if it has no
 * field. Enter in a field moves the focus to the button, unless `findMissing` returns true because a field is
 * empty. Enter on the button confirms. It does nothing in the first half second, nor while the key is held
 * down.
 */
function useConfirmation(findMissing: () => boolean) {
  const form = useRef<HTMLFormElement>(null);
  const [isEarly, setEarly] = useState(true);
  useEffect(() => {
    if (!isEarly) return;
    const timer = setTimeout(() => setEarly(false), EARLY_MS);
    return () => clearTimeout(timer);
  }, [isEarly]);
  useEffect(() => {
    form.current
      ?.querySelector<HTMLElement>(
        'input:not([type=radio]), textarea, input[type=radio], [data-yes], [data-no]',
      )
      ?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.defaultPrevented) return;
    if (event.target instanceof HTMLInputElement && isKey('toConfirm', event.nativeEvent)) {
      event.preventDefault();
      if (event.repeat || findMissing()) return;
      setEarly(true);
      form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    } else if (event.repeat && isKey('confirm', event.nativeEvent)) event.preventDefault();
  };
  return { form, isEarly, onKeyDown };
}

/** Shows what the action will do, with the amount, member and account of the draft. */
function ActionSummary({ id, state, item, offer }: DetailProps & { id: string; offer: Offer }) {
  const { values, member: chosen } = draftOf(state, item.key);
  const member = chosen ?? shownItem(state, item).member;
  const [bank, account] = ['bank', 'account'].map(
    (code) => item.verdicts.find((verdict) => verdict.code === code)?.theirs ?? '',
  );
  const amount = amountTextOf({ state, item, offer });
  const name = member ? `${isolate(member.accountName)} (${member._id})` : '';
  const reference = cleanLine(String(values.reference ?? ''));
  const text = confirmText(item, offer, { amount, name, account: `${bank} ${account}`.trim(), reference });
  // Member and amount are shown after the sentence if it does not contain them. No operator may confirm
  // without seeing both.
  const missing = [name, amount].filter((part) => part !== '' && text?.includes(part) !== true);
  return (
    <div id={id} className="wrap-anywhere">
      {text !== undefined && <p role="status">{text}</p>}
      {missing.length > 0 && (
        <p className="font-semibold">
          {missing.map((part, i) => (
            <Fragment key={part}>
              {i > 0 && ' · '}
              <bdi>{part}</bdi>
            </Fragment>
          ))}
        </p>
      )}
    </div>
  );
}

function amountTextOf({
  state,
  item,
  offer,
}: Pick<DetailProps, 'state' | 'item'> & { offer: Offer }): string {
  const satang = findActionAmount(item, offer, draftOf(state, item.key));
  return satang === undefined ? '' : amountText(satang, item.currency);
}
