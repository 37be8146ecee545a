import { Check } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { StitchedCard } from './card';

export interface RadioRow<Value extends string> {
  value: Value;
  label: ReactNode;
  lead?: ReactNode;
  note?: ReactNode;
  /** Beside the label, in the list only. */
  badge?: ReactNode;
  /** The row's own language, where it differs from the page's. */
  lang?: string;
}

interface RadioRowsProps<Value extends string> {
  label: string;
  rows: readonly RadioRow<Value>[];
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** One of many, a row each; the chosen one carries the check. */
export function RadioRows<Value extends string>({ label, rows, value, onChange }: RadioRowsProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <StitchedCard>
        {rows.map((row) => (
          <label
            key={row.value}
            lang={row.lang}
            className="-mx-2 flex min-h-14 cursor-pointer items-center gap-3 rounded-field px-2 has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              className="peer sr-only"
              checked={row.value === value}
              onChange={() => onChange(row.value)}
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
