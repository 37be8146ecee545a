import { Eye, EyeOff, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button';
import { TextInput, type TextInputProps } from './text-input';
import { secretReading } from './reading';

/** A password, hidden until the member taps the eye. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'trailing' | 'reading'>) {
  const { t } = useTranslation('ui');
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      icon={LockKeyhole}
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      reading={secretReading}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={t(shown ? 'password.hide' : 'password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="mr-0.5 text-ink-2"
        />
      }
    />
  );
}
