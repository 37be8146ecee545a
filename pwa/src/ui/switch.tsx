import type { ReactNode } from 'react';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  children: ReactNode;
  /** An explanation, in a second line. */
  note?: ReactNode;
}

/** A setting that applies at once, without a save button. The whole row can be tapped. */
export function Switch({ checked, onChange, disabled, children, note }: SwitchProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <span className="min-w-0 flex-1">
        {children}
        {note && <span className="block text-small text-ink-2">{note}</span>}
      </span>
      <span className="relative h-7 w-12 shrink-0">
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="peer absolute inset-0 appearance-none rounded-full border border-control bg-sunken transition-colors checked:border-brand checked:bg-brand disabled:opacity-60"
        />
        <span
          className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-control transition-transform peer-checked:translate-x-5 peer-checked:bg-brand-ink"
          aria-hidden="true"
        />
      </span>
    </label>
  );
}
