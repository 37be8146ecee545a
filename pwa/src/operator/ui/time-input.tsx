import { TextInput, type TextInputProps } from '@/ui/text-input';
import { t, useTexts } from '../i18n';
import { BUDDHIST_ERA, readTypedTime, timeReading, type TimeFault } from './typed-time';

interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'reading'> {
  /** The text as typed; readTypedTime reads it. */
  value: string;
  /** True once the form was submitted. From then on an incomplete text counts as an error. */
  isSubmitted: boolean;
  onChange: (text: string) => void;
}

/** Faults that no further key can correct. They are shown at once. */
const definite: readonly TimeFault[] = ['buddhistYear', 'noDay'];

/** A field for a date and time. A native field would use the date order of the browser's language. */
export function TimeInput({ value, isSubmitted, error, onChange, ...rest }: TimeInputProps) {
  useTexts(); // Renders again after a change of language.
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      reading={timeReading}
      placeholder={t('form.time.pattern')}
      error={value === '' ? error : faultText(value, isSubmitted)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function faultText(value: string, isSubmitted: boolean): string | undefined {
  const read = readTypedTime(value);
  if ('at' in read || !(isSubmitted || definite.includes(read.fault))) return undefined;
  const { fault, year = 0 } = read;
  return t(`form.time.${fault}`, { typed: year, year: year - BUDDHIST_ERA });
}
