import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { bankName } from '@/i18n/bank-name';
import { FieldError } from '@/ui/field';
import { groupAccountTyping } from '@/ui/format/digits';
import { formatTyping, satangTyped, typingOf } from '@/ui/format/typed-amount';
import { Segmented } from '@/ui/segmented';
import { TextInput } from '@/ui/text-input';
import { useWords } from '../../i18n';
import { Area, Pick } from '../../ui/area';
import { draftOf, endOf } from '../board';
import { MemberSearch } from '../member/member-search';
import { unitOf } from '../money';
import { valueOf } from '../offer';
import { askAct } from '../perform';
import type { Field, Offer } from '../wire';
import { fieldLabel, needText, optionText } from '../words';
import type { PartProps } from './part-props';
import { useBanks } from './use-banks';

interface FieldInputProps extends PartProps {
  offer: Offer;
  field: Field;
  /** It stands alone: Enter in it is the act that it is for. */
  isForm?: boolean;
}

/** One input of an act, by the type that the server names. */
export function FieldInput(props: FieldInputProps) {
  const { board, item, offer, isForm } = props;
  const input = <Input {...props} />;
  if (isForm !== true) return input;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    askAct(board, item, offer);
  };
  return <form onSubmit={submit}>{input}</form>;
}

function Input({ board, state, item, field, isForm }: FieldInputProps): ReactNode {
  const { say, locale } = useWords();
  const { key, currency } = item;
  const banks = useBanks(field.type === 'bank');
  const value = valueOf(field, draftOf(state, key));
  const put = (next: string | number | boolean) => {
    const { values } = draftOf(board.store.get(), key);
    board.fill(key, { values: { ...values, [field.name]: next } }, isForm !== true);
  };
  const { label, hint } = fieldLabel(item, field);
  const error = state.asked === field.name ? needText(field) : undefined;
  const shared = {
    label,
    ...(hint !== undefined && { hint }),
    error,
    'data-need': field.name,
    disabled: endOf(state, key) !== undefined,
  };
  const text = typeof value === 'string' ? value : '';
  switch (field.type) {
    case 'amount':
      return (
        <AmountInput
          {...shared}
          satang={typeof value === 'number' ? value : undefined}
          unit={unitOf(currency)}
          onChange={put}
        />
      );
    case 'member':
      return <MemberInput {...{ board, state, item, field }} label={label} error={error} />;
    case 'code':
      return <Choices {...{ field, label, error }} value={text} onChange={put} />;
    case 'flag':
      return (
        <Segmented
          label={label}
          options={[
            { value: 'no', label: optionText(field, 'no') },
            { value: 'yes', label: optionText(field, 'yes') },
          ]}
          value={value === true ? 'yes' : 'no'}
          onChange={(chosen) => put(chosen === 'yes')}
        />
      );
    case 'bank':
      return (
        <div>
          <Pick
            label={label}
            value={text}
            options={[
              { value: '', label: say('cash.pairs.chooseBank') },
              ...banks.map((bank) => ({ value: bank.code, label: bankName(bank, locale) })),
            ]}
            onChange={put}
          />
          {error && <FieldError>{error}</FieldError>}
        </div>
      );
    case 'words':
      return (
        <Area
          {...shared}
          maxLength={field.max}
          value={text}
          onChange={(event) => put(event.currentTarget.value)}
        />
      );
    case 'time':
      return (
        <TextInput
          {...shared}
          type="datetime-local"
          value={localOf(text)}
          onChange={(event) => put(isoOf(event.currentTarget.value))}
        />
      );
    case 'account':
      return (
        <TextInput
          {...shared}
          inputMode="numeric"
          autoComplete="off"
          format={groupAccountTyping}
          value={text}
          onChange={(event) => put(event.currentTarget.value.replace(/\D/g, ''))}
        />
      );
    case 'line':
      return (
        <TextInput
          {...shared}
          autoComplete="off"
          spellCheck={false}
          maxLength={field.max}
          value={text}
          onChange={(event) => put(event.currentTarget.value)}
        />
      );
  }
}

interface AmountInputProps {
  label: string;
  error: string | undefined;
  disabled: boolean;
  satang: number | undefined;
  unit: string;
  onChange: (satang: number) => void;
}

/** Nothing typed is nothing said: not what somebody else had told either. */
function AmountInput({ satang, unit, onChange, ...shared }: AmountInputProps) {
  const [text, setText] = useState(() => typingOf(satang));
  return (
    <TextInput
      {...shared}
      inputMode="decimal"
      autoComplete="off"
      format={formatTyping}
      value={text}
      trailing={<span className="pr-3.5 text-ink-2">{unit}</span>}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(satangTyped(event.currentTarget.value) ?? 0);
      }}
    />
  );
}

/** Native radios: arrows choose, and Enter goes on. */
function Choices({
  field,
  label,
  error,
  value,
  onChange,
}: {
  field: Field;
  label: string;
  error: string | undefined;
  value: string;
  onChange: (option: string) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{label}</legend>
      {field.options?.map((option) => (
        <label
          key={option}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-[10px] px-2 hover:bg-sunken has-checked:bg-brand-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name={name}
            className="size-4 shrink-0 outline-none"
            checked={value === option}
            onChange={() => onChange(option)}
          />
          {optionText(field, option)}
        </label>
      ))}
      <div aria-live="polite">{error && <FieldError>{error}</FieldError>}</div>
    </fieldset>
  );
}

/** A member within a question: nothing is held against them before it is asked. */
function MemberInput({
  board,
  state,
  item,
  field,
  label,
  error,
}: PartProps & { field: Field; label: string; error: string | undefined }) {
  const { say } = useWords();
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
    <p className="rounded-field bg-sunken px-4 py-2">
      <span className="block text-ink-2">{say('cash.whose')}</span>
      <span className="font-semibold">{known.accountName}</span> {known._id}
    </p>
  );
}

/** The picker's own time has no zone: it is the browser's. */
function localOf(iso: string): string {
  if (iso === '') return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function isoOf(local: string): string {
  return local === '' ? '' : new Date(local).toISOString();
}
