import {
  useRef,
  useState,
  type ChangeEvent,
  type CompositionEvent,
  type FocusEvent,
  type SyntheticEvent,
} from 'react';
import { retype } from './retype';

/**
 * Rewrites what stands in a field. `isPasted` is true of more than a key at once: a paste, a drop, a
 * password manager. Undefined where it cannot be read; the field then stays as it was.
 */
export type Format = (typed: string, isPasted: boolean) => string | undefined;

type Change = (event: ChangeEvent<HTMLInputElement>) => void;

/**
 * The handlers of an input that is rewritten as one types; `value` is its text, of a controlled one. While a keyboard composes nothing is
 * rewritten: it would compose on, upon the new text. `isRefused` is true once something was pasted
 * that cannot be read.
 */
export function useFormatted(format: Format | undefined, onChange: Change | undefined, value?: string) {
  const last = useRef('');
  const [isRefused, setRefused] = useState(false);
  const write = (event: SyntheticEvent<HTMLInputElement>, isPasted: boolean) => {
    if (!format) return;
    const isRead = retype(event.currentTarget, (typed) => format(typed, isPasted), value ?? last.current);
    setRefused(!isRead && isPasted);
    last.current = event.currentTarget.value;
  };
  return {
    isRefused,
    handlers: {
      onFocus: (event: FocusEvent<HTMLInputElement>) => {
        last.current = event.currentTarget.value;
      },
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const typed = event.nativeEvent as InputEvent;
        if (!typed.isComposing) write(event, isPaste(typed));
        onChange?.(event);
      },
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
        write(event, false);
        onChange?.(event as unknown as ChangeEvent<HTMLInputElement>);
      },
    },
  };
}

/** Whether an event brought more than a key. A password manager's names neither its kind nor its text. */
function isPaste({ inputType = '', data }: Partial<InputEvent>): boolean {
  if (/^(?:delete|history)/.test(inputType)) return false;
  if (/^insert(?:From|Replacement)/.test(inputType)) return true;
  return data === null || data === undefined || [...data].length > 1;
}
