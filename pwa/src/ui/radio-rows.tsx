import { Check } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { StitchedCard } from './card';

export interface RadioRow<Value extends string> {
  value: Value;
  label: ReactNode;
  lead?: ReactNode;
  note?: ReactNode;
  /** Shown next to the label, in the list only. */
  badge?: ReactNode;
  /** The row's own language, if it differs from the page's. */
  lang?: string;
  disabled?: boolean;
}

interface RadioRowsProps<Value extends string> {
  label: string;
  rows: readonly RadioRow<Value>[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  disabled?: boolean;
  /** True if a choice closes the list. Arrow keys then only move the mark; a tap, Space or Enter chooses. */
  final?: boolean;
}

/** Selects one of many rows; the chosen one has a check mark. */
export function RadioRows<Value extends string>({
  label,
  rows,
  value,
  onChange,
  disabled,
  final = false,
}: RadioRowsProps<Value>) {
  const name = useId();
  const { shown, move, byKey: onKey, keyIsUp: onKeyUp } = useChoice({ value, onChange, final });
  return (
    <fieldset disabled={disabled}>
      <legend className="sr-only">{label}</legend>
      <StitchedCard>
        {rows.map((row) => (
          <label
            key={row.value}
            lang={row.lang}
            className="-mx-2 flex min-h-14 cursor-pointer items-center gap-3 rounded-field px-2 py-2 has-checked:font-semibold has-disabled:cursor-default has-disabled:text-ink-3 has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              className="peer sr-only"
              checked={row.value === shown}
              disabled={row.disabled}
              onChange={() => move(row.value)}
              onKeyDown={(event) => onKey(event, row.value)}
              onKeyUp={onKeyUp}
            />
            {row.lead}
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
              {row.label}
              {row.badge}
              {row.note && <span className="w-full text-small font-normal text-ink-2">{row.note}</span>}
            </span>
            <Check
              className="size-5.5 text-brand-text opacity-0 peer-checked:opacity-100"
              strokeWidth={2.6}
              aria-hidden="true"
            />
          </label>
        ))}
      </StitchedCard>
    </fieldset>
  );
}

/**
 * Returns the mark and the handlers of the rows. Native radios select at every arrow key. If a choice is
 * final, keyboard users could otherwise not get past the next row.
 */
function useChoice<Value extends string>({
  value,
  onChange,
  final,
}: Required<Pick<RadioRowsProps<Value>, 'onChange' | 'final'>> & { value: Value | undefined }) {
  const [marked, setMarked] = useState<Value>();
  const isArrow = useRef(false);
  return {
    shown: marked ?? value,
    move(to: Value) {
      setMarked(final && isArrow.current ? to : undefined);
      if (!final || !isArrow.current) onChange(to);
    },
    byKey(event: KeyboardEvent<HTMLInputElement>, at: Value) {
      isArrow.current = event.key.startsWith('Arrow');
      // Space on a row that is not selected causes a change event, so it is not handled here.
      if (!final || !(event.key === 'Enter' || (event.key === ' ' && event.currentTarget.checked))) return;
      event.preventDefault();
      setMarked(undefined);
      onChange(at);
    },
    keyIsUp() {
      isArrow.current = false;
    },
  };
}
