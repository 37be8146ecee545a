import { useEffect, useId, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx';
import { FieldError } from './field';
import { formatAmount, formatTyping, parseFieldAmount, formatFieldAmount } from './format/typed-amount';
import { computeFontSize } from './font-size';
import { useFormatted } from './use-formatted';

interface AllButton {
  label: string;
  corner: string;
  satang: number;
  /** Called instead of `onChange`, if choosing "all" must do more than fill in the amount. */
  onChoose?: () => void;
}

interface AmountInputProps {
  label: string;
  unit: string;
  /** In satang. */
  value: number | undefined;
  onChange: (satang: number | undefined) => void;
  /** The field lost the focus. */
  onLeave?: () => void;
  /** In satang. */
  presets?: readonly number[];
  /** The maximum amount: it is the last preset, and a button in the corner fills it in. */
  all?: AllButton;
  /** The limits in one line; an error replaces it. */
  hint?: string;
  error?: string;
}

/** A field for an amount, in large centred digits with common amounts below. */
export function AmountInput(props: AmountInputProps) {
  const { label, unit, value, onChange, onLeave, presets = [], all, hint } = props;
  const { t } = useTranslation('ui');
  const [isRefused, setRefused] = useState(false);
  const error = isRefused ? t('unread') : props.error;
  const id = useId();
  const noteId = `${id}-note`;
  const chooseAll = () => all && (all.onChoose ? all.onChoose() : onChange(all.satang));
  return (
    <div>
      <div className="rounded-card bg-surface p-4 shadow-e1">
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 text-small text-ink-2">
          <label htmlFor={id}>{label}</label>
          {all && (
            <button
              type="button"
              className="press tap text-right"
              disabled={all.satang <= 0}
              onClick={chooseAll}
            >
              {all.corner}
            </button>
          )}
        </div>
        <Figures
          id={id}
          unit={unit}
          value={value}
          onChange={onChange}
          onLeave={onLeave}
          onRefused={setRefused}
          noteId={noteId}
          invalid={Boolean(error)}
        />
        <Presets {...{ label, value, onChange, presets, all, chooseAll }} />
      </div>
      <div id={noteId} aria-live="polite" className="px-1">
        {error ? (
          <FieldError>{error}</FieldError>
        ) : (
          hint && <p className="mt-1.5 text-small text-ink-2">{hint}</p>
        )}
      </div>
    </div>
  );
}

interface PresetsProps extends Pick<AmountInputProps, 'label' | 'value' | 'onChange' | 'all'> {
  presets: readonly number[];
  chooseAll: () => void;
}

/** Buttons for the common amounts and for "all". */
function Presets({ label, value, onChange, presets, all, chooseAll }: PresetsProps) {
  const count = presets.length + (all ? 1 : 0);
  if (count === 0) return null;
  const longest = Math.max(...presets.map((preset) => formatFieldAmount(preset).length));
  return (
    <div
      role="group"
      aria-label={label}
      className="grid gap-2"
      style={{ gridTemplateColumns: columnsOf(count, longest) }}
    >
      {presets.map((preset) => (
        <Preset
          key={preset}
          label={formatFieldAmount(preset)}
          chosen={value === preset}
          disabled={all && preset > all.satang}
          onClick={() => onChange(preset)}
        />
      ))}
      {all && (
        <Preset
          label={all.label}
          chosen={value === all.satang && !presets.includes(all.satang)}
          disabled={all.satang <= 0}
          onClick={chooseAll}
        />
      )}
    </div>
  );
}

/**
 * Returns the number of columns of the grid. A row has as many amounts as can be read at a glance, and fewer
 * if the text is large.
 */
function columnsOf(count: number, longest: number): string {
  // Four long amounts are shown in two rows of two, so that no amount is alone in its row.
  const inRow = count === 6 ? 3 : count === 4 && longest > 7 ? 2 : count;
  const minimum = Math.max(3.6, longest * 0.56);
  return `repeat(auto-fit, minmax(max(${minimum.toFixed(2)}em, calc((100% - ${(inRow - 1) * 8}px) / ${inRow})), 1fr))`;
}

interface FiguresProps {
  id: string;
  unit: string;
  value: number | undefined;
  onChange: (satang: number | undefined) => void;
  onLeave: (() => void) | undefined;
  /** Called after each input with whether the last pasted text could not be read. */
  onRefused: (isRefused: boolean) => void;
  noteId: string;
  invalid: boolean;
}

/** The field is as wide as its digits: an invisible copy of them sets the width. */
function Figures({ id, unit, value, onChange, onLeave, onRefused, noteId, invalid }: FiguresProps) {
  const [text, setText] = useState(() => formatFieldAmount(value));
  // After a tap on a preset, the text changes to the preset. Text that is only half typed ("2,500.", or a
  // keyboard's composition) has the same value, so it stays.
  if (amountOf(text) !== value) setText(formatFieldAmount(value));
  const format = (typed: string, isPasted: boolean) =>
    isPasted ? formatAmount(typed, true) : formatTyping(replaceComma(typed, text));
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    setText(event.currentTarget.value);
    onChange(amountOf(event.currentTarget.value));
  };
  const { isRefused, handlers } = useFormatted(format, change, text);
  useEffect(() => onRefused(isRefused), [isRefused, onRefused]);
  return (
    <div className="flex min-h-18 items-center justify-center gap-2 text-entry font-bold">
      <span
        className="inline-grid min-w-0 text-center text-entry tracking-[-0.02em]"
        style={{ fontSize: computeFontSize(text || '0', '2.2rem') }}
      >
        <span className="invisible pr-1 whitespace-pre [grid-area:1/1]" aria-hidden="true">
          {text || '0'}
        </span>
        <input
          id={id}
          value={text}
          {...handlers}
          data-reads="amount"
          onBlur={onLeave}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0"
          size={1}
          aria-invalid={invalid || undefined}
          aria-describedby={noteId}
          className={cx(
            'w-full min-w-0 rounded-chip bg-transparent text-center caret-brand [grid-area:1/1] pointer-coarse:outline-none placeholder:text-ink-3',
            invalid && 'text-failed',
          )}
        />
      </span>
      <span className="pt-3 text-body font-normal text-ink-2">{unit}</span>
    </div>
  );
}

/** Returns the text's amount in satang, also while a keyboard still composes it in other digits. */
function amountOf(text: string): number | undefined {
  const satang = parseFieldAmount(text);
  return Number.isNaN(satang) ? parseFieldAmount(formatTyping(text)) : satang;
}

/**
 * Returns the text with a just typed comma changed to a point, since some keyboards have no point. The commas
 * between thousands stay.
 */
function replaceComma(shown: string, before: string): string {
  if (before.includes('.') || shown.length !== before.length + 1) return shown;
  const at = [...shown].findIndex((char, i) => char !== before[i]);
  return shown[at] === ',' ? `${shown.slice(0, at)}.${shown.slice(at + 1)}` : shown;
}

interface PresetProps {
  label: string;
  chosen: boolean;
  disabled?: boolean;
  onClick: () => void;
}

function Preset({ label, chosen, disabled, onClick }: PresetProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      disabled={disabled}
      onClick={onClick}
      className={cx(
        'press min-h-11 rounded-field px-0.5 font-semibold disabled:text-ink-3',
        chosen
          ? 'bg-brand-soft text-brand-text outline-2 -outline-offset-2 outline-brand'
          : 'bg-sunken text-ink',
      )}
    >
      {label}
    </button>
  );
}
