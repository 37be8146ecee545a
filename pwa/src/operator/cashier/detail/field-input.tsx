import { useState, type FormEvent, type ReactNode } from 'react';
import { accountReading, onlyDigits } from '@/ui/format/digits';
import { amountReading, formatTyping, parseFieldAmount, formatFieldAmount } from '@/ui/format/typed-amount';
import { TextInput } from '@/ui/text-input';
import { useTexts } from '../../i18n';
import { TextAreaField } from '../../ui/form-fields';
import { TimeInput } from '../../ui/time-input';
import { draftOf, rowOutcome } from '../board';
import { MemberSearch } from '../member/member-search';
import { unitOf } from '../money';
import { readFieldValue } from '../offer';
import { requestAction } from '../perform';
import type { Field, Offer } from '../wire';
import { fieldLabel, missingFieldText } from '../texts';
import { BankPick, Choices, Flag } from './choice-inputs';
import type { DetailProps } from './detail-props';
import { lineReading } from '@/ui/line-reading';

interface FieldInputProps extends DetailProps {
  offer: Offer;
  field: Field;
  /** True if the field is the whole form: Enter starts the action. */
  isForm?: boolean;
}

/** The input for one field of an action. The server's type decides which input it is. */
export function FieldInput(props: FieldInputProps) {
  const { board, item, offer, isForm } = props;
  const input = <Input {...props} />;
  if (isForm !== true) return input;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    requestAction(board, item, offer);
  };
  return <form onSubmit={submit}>{input}</form>;
}

function Input({ board, state, item, field, isForm }: FieldInputProps): ReactNode {
  const { key, currency } = item;
  const value = readFieldValue(field, draftOf(state, key));
  const fillIn = (next: string | number | boolean) => {
    const { values } = draftOf(board.store.get(), key);
    board.fill(key, { values: { ...values, [field.name]: next } }, isForm !== true);
  };
  const { label, hint } = fieldLabel(item, field);
  const error = state.missingField === field.name ? missingFieldText(field) : undefined;
  const shared = {
    label,
    ...(hint !== undefined && { hint }),
    error,
    'data-need': field.name,
    disabled: rowOutcome(state, key) !== undefined,
  };
  const text = typeof value === 'string' ? value : '';
  switch (field.type) {
    case 'amount':
      return (
        <AmountField
          {...shared}
          satang={typeof value === 'number' ? value : undefined}
          unit={unitOf(currency)}
          onChange={fillIn}
        />
      );
    case 'member':
      return <MemberInput {...{ board, state, item, field }} label={label} error={error} />;
    case 'code':
      return <Choices {...{ field, label, error }} value={text} onChange={fillIn} />;
    case 'flag':
      return <Flag {...{ field, label }} isOn={value === true} onChange={fillIn} />;
    case 'bank':
      return <BankPick {...{ label, error }} value={text} onChange={fillIn} />;
    case 'words':
      return (
        <TextAreaField
          {...shared}
          maxLength={field.max}
          value={text}
          onChange={(event) => fillIn(event.currentTarget.value)}
        />
      );
    case 'time':
      return (
        <TimeInput
          {...shared}
          value={text}
          isSubmitted={state.missingField === field.name}
          onChange={fillIn}
        />
      );
    case 'account':
      return (
        <TextInput
          {...shared}
          inputMode="numeric"
          autoComplete="off"
          reading={accountReading}
          value={text}
          onChange={(event) => fillIn(onlyDigits(event.currentTarget.value))}
        />
      );
    case 'line':
      return (
        <TextInput
          {...shared}
          autoComplete="off"
          reading={lineReading}
          spellCheck={false}
          maxLength={field.max}
          value={text}
          onChange={(event) => fillIn(event.currentTarget.value)}
        />
      );
  }
}

interface AmountFieldProps {
  label: string;
  error: string | undefined;
  disabled: boolean;
  satang: number | undefined;
  unit: string;
  onChange: (satang: number) => void;
}

/**
 * A field for an amount in satang, with the console's size: ui/amount-input is made for touch. An emptied
 * field means zero, and not the server's value.
 */
function AmountField({ satang, unit, onChange, ...shared }: AmountFieldProps) {
  const [text, setText] = useState(() => formatFieldAmount(satang));
  return (
    <TextInput
      {...shared}
      inputMode="decimal"
      autoComplete="off"
      reading={amountReading}
      value={text}
      trailing={<span className="pr-3.5 text-ink-2">{unit}</span>}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(parseFieldAmount(formatTyping(event.currentTarget.value)) ?? 0);
      }}
    />
  );
}

/**
 * Selects a member within a confirmation. The server compares the member with the item only when the action
 * is requested.
 */
function MemberInput({
  board,
  state,
  item,
  field,
  label,
  error,
}: DetailProps & { field: Field; label: string; error: string | undefined }) {
  const { t } = useTexts();
  const { member } = draftOf(state, item.key);
  const known = member ?? (field.value === item.member?._id ? item.member : undefined);
  if (!known)
    return (
      <MemberSearch
        label={label}
        first={item.find}
        error={error ?? ''}
        onPick={(found) => board.fill(item.key, { member: found }, true)}
      />
    );
  return (
    <p className="rounded-field bg-sunken px-4 py-2 wrap-anywhere">
      <span className="block text-ink-2">{t('cash.whose')}</span>
      <bdi className="font-semibold">{known.accountName}</bdi> {known._id}
    </p>
  );
}
