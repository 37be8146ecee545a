import { Phone } from 'lucide-react';
import { groupPhone } from './format/digits';
import { TextInput, type TextInputProps } from './text-input';

/** A phone number, grouped as it is typed (081 234 5678). The form removes the spaces. */
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
