import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { cx } from './cx';
import { Field, frameClass, type FieldProps } from './field';
import { useBackLayer } from './layers';
import { RadioRows, type RadioRow } from './radio-rows';
import { Sheet, SheetPage } from './sheet';

interface SelectSheetProps<Value extends string> extends FieldProps {
  /** Also the sheet's title. */
  label: string;
  placeholder: string;
  rows: readonly RadioRow<Value>[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  /** Shown in the sheet while there are no rows. */
  empty?: ReactNode;
}

/** A select for touch screens: the field opens a sheet of rows. */
export function SelectSheet<Value extends string>(props: SelectSheetProps<Value>) {
  const { label, placeholder, rows, value, onChange, empty, error, hint, className } = props;
  const [open, setOpen] = useState(false);
  useBackLayer(open, () => setOpen(false));
  const chosen = rows.find((row) => row.value === value);
  const choose = (next: Value) => {
    onChange(next);
    setOpen(false);
  };
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(ids) => (
        <>
          <button
            {...ids}
            type="button"
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(true)}
            className={cx(
              frameClass(Boolean(error)),
              'gap-3 pr-3.5 text-left',
              chosen?.lead ? 'pl-2' : 'pl-3.5',
            )}
          >
            {chosen?.lead}
            <span className={cx('min-w-0 flex-1', !chosen && 'text-ink-3')}>
              {chosen?.label ?? placeholder}
            </span>
            <ChevronDown className="size-5 shrink-0 text-ink-2" aria-hidden="true" />
          </button>
          <Sheet open={open} onClose={() => setOpen(false)}>
            <SheetPage title={label}>
              {rows.length > 0 ? (
                <RadioRows label={label} rows={rows} value={value} onChange={choose} final />
              ) : (
                empty
              )}
            </SheetPage>
          </Sheet>
        </>
      )}
    </Field>
  );
}
