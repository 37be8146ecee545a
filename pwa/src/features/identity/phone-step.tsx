import { Check } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '@/i18n/error-text';
import { Button } from '@/ui/button';
import { groupPhone } from '@/ui/format/digits';
import { PhoneInput } from '@/ui/phone-input';
import { Failure } from './failure';
import {
  isCompletePhone,
  findPhoneCountry,
  choosePhoneLabel,
  phoneOf,
  choosePhoneOkText,
  choosePhoneProblem,
} from './phone-rule';
import { useUnsavedWork } from './use-unsaved-work';

interface PhoneStepProps {
  phone: string;
  buttonText: string;
  notice?: string;
  /** Called with the phone number. Rejects with the server's refusal. */
  onPhone: (phone: string) => Promise<void>;
  children?: ReactNode;
}

/** Asks for a phone number in large digits; a check mark shows that it is complete. */
export function PhoneStep({ phone, buttonText, notice, onPhone, children }: PhoneStepProps) {
  const { t } = useTranslation('signup');
  const [typed, setTyped] = useState(groupPhone(phone));
  const [problem, setProblem] = useState(false);
  const [failure, setFailure] = useState(notice);
  const [busy, setBusy] = useState(false);
  const digits = phoneOf(typed);
  const isComplete = isCompletePhone(digits);
  useUnsavedWork(typed !== groupPhone(phone));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(!isComplete);
    if (!isComplete) return;
    setBusy(true);
    await onPhone(digits).catch((error: unknown) => {
      setFailure(errorText(error));
      setBusy(false);
    });
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <PhoneInput
        country={findPhoneCountry()}
        label={t(choosePhoneLabel())}
        icon={undefined}
        inputClass="text-h1 font-bold"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(false);
          setFailure(undefined);
        }}
        error={problem ? t(choosePhoneProblem(), { ns: 'identity' }) : undefined}
        trailing={isComplete && <CompleteMark label={t(choosePhoneOkText())} />}
      />
      {children}
      <Failure>{failure}</Failure>
      <Button type="submit" block busy={busy} busyLabel={t('register.otp.sending')}>
        {buttonText}
      </Button>
    </form>
  );
}

function CompleteMark({ label }: { label: string }) {
  return (
    <span
      role="img"
      aria-label={label}
      className="mr-3 grid size-7 shrink-0 place-items-center rounded-full bg-in-soft text-in"
    >
      <Check className="size-4.5" strokeWidth={2.8} aria-hidden="true" />
    </span>
  );
}
