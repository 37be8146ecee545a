import { Phone } from 'lucide-react';
import { groupPhoneTyping } from './format/digits';
import type { Country } from '@/data/kit/typed/plain';
import { TextInput, type TextInputProps } from './text-input';

interface PhoneInputProps extends Omit<TextInputProps, 'type' | 'reading'> {
  /** The country whose code a number may start with. */
  country: Country;
}

/** A phone number, grouped while it is typed (081 234 5678). The form reads it with `phoneOf`. */
export function PhoneInput({ country, ...props }: PhoneInputProps) {
  return (
    <TextInput
      icon={Phone}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      {...props}
      reading={{ kind: 'phone', format: (typed) => groupPhoneTyping(typed, country) }}
    />
  );
}
