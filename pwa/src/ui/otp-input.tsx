import { useState, type ComponentProps, type FormEvent } from 'react';
import { cx } from './cx';
import { Field, type FieldProps } from './field';
import { typedOtp } from '@/data/kit/typed/identifiers';

const LENGTH = 6;

interface OtpInputProps extends FieldProps, Pick<ComponentProps<'input'>, 'autoFocus' | 'disabled'> {
  value: string;
  onChange: (code: string) => void;
}

/**
 * A code field: six boxes drawn over one real input. So pasting, the keyboard's suggestion from the SMS and
 * screen readers all work with a single field.
 */
export function OtpInput({ value, onChange, label, error, hint, className, ...rest }: OtpInputProps) {
  const [focused, setFocused] = useState(false);
  const acceptDigits = (event: FormEvent<HTMLInputElement>) => {
    const code = typedOtp(event.currentTarget.value);
    if (code !== undefined) onChange(code);
  };
  const current = Math.min(value.length, LENGTH - 1);
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(ids) => (
        <div className="relative">
          <div className="grid grid-cols-6 gap-2" aria-hidden="true">
            {Array.from({ length: LENGTH }, (_, i) => (
              <span
                key={i}
                className={cx(
                  'grid min-h-14 place-items-center rounded-field border bg-surface text-h1 font-bold',
                  error ? 'border-failed outline-1 outline-failed' : 'border-control',
                  !error && focused && i === current && 'border-brand outline-1 outline-brand',
                )}
              >
                {value[i] ?? (focused && i === current && <Caret />)}
              </span>
            ))}
          </div>
          <input
            {...rest}
            {...ids}
            data-reads="otp"
            value={value}
            onInput={acceptDigits}
            onChange={noop}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            className="absolute inset-0 w-full rounded-field bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent"
          />
        </div>
      )}
    </Field>
  );
}

function Caret() {
  return <span className="h-7 w-0.5 animate-pulse rounded-full bg-brand" />;
}

/**
 * A handler that does nothing. React requires `onChange` for an input with `value`, but `onInput` handles the
 * input.
 */
function noop() {}
