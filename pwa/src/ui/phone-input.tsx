import { Phone } from 'lucide-react';
import { groupPhone } from './format/digits';
import { TextInput, type TextInputProps } from './text-input';

/** Groups as it is typed (081 234 5678); the form strips the spaces again. */
export function PhoneInput(props: Omit<TextInputProps, 'type' | 'format'>) {
  return (
    <TextInput
      icon={Phone}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      {...props}
      format={groupPhone}
    />
  );
}
