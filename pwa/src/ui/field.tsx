import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { cx } from './cx';

export interface FieldIds {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: ReactNode;
  error?: string;
  hint?: ReactNode;
  className?: string;
  /** The id of the element with the error, if fields in a row share one line for it. */
  errorId?: string;
}

/** The frame of a field: a label above, the control, and below it a hint or an error. */
export function Field(props: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const { label, error, hint, className, errorId, children } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? hint);
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-small text-ink-2">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': errorId ?? (hasNote ? noteId : undefined),
      })}
      {!errorId && (
        <div id={noteId} aria-live="polite">
          {error ? (
            <FieldError>{error}</FieldError>
          ) : (
            hint && <p className="mt-1.5 text-small text-ink-2">{hint}</p>
          )}
        </div>
      )}
    </div>
  );
}

/** The error text with an icon, since colour alone is not enough. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <p className="mt-1.5 flex gap-2 text-small font-medium text-failed">
      <CircleAlert className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

/** Returns the classes of the border of every control. It is thicker with focus or an error. */
export function frameClass(invalid: boolean, className?: string): string {
  return cx(
    'flex min-h-13 w-full items-center rounded-field bg-surface outline-offset-0',
    'border border-control focus-within:border-brand focus-within:outline-1 focus-within:outline-brand',
    invalid &&
      'border-failed outline-1 outline-failed focus-within:border-failed focus-within:outline-failed',
    className,
  );
}
