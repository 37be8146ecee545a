import type { ComponentProps } from 'react';
import { cx } from '@/ui/cx';
import { Field, frameClass, type FieldProps } from '@/ui/field';
import { textReading } from '@/ui/reading';

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'className'> & FieldProps;

/** A text area in the same frame as other fields. */
export function TextAreaField({ label, error, hint, className, ...rest }: TextAreaFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(ids) => (
        <div className={frameClass(Boolean(error))}>
          <textarea
            rows={3}
            {...rest}
            {...ids}
            data-reads={textReading.kind}
            className="min-h-20 w-full resize-y bg-transparent px-3.5 py-2.5 text-body text-ink outline-none placeholder:text-ink-3"
          />
        </div>
      )}
    </Field>
  );
}

interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  className?: string;
}

/** A native select element, since the console is used with a mouse. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: SelectFieldProps<Value>) {
  return (
    <Field label={label} className={className}>
      {(ids) => (
        <select
          {...ids}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as Value)}
          className={cx(frameClass(false), 'px-3 text-body')}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
