import { valibotResolver } from '@hookform/resolvers/valibot';
import { Check } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';
import { groupPhone, onlyDigits } from '@/ui/format/digits';
import { PhoneInput } from '@/ui/phone-input';
import { Failure } from './failure';
import { useProblemText } from './problems';
import { phoneSchema } from './schemas';
import { placeErrors } from './server-errors';

interface PhoneStepProps {
  phone: string;
  submit: string;
  notice?: string;
  /** Goes on, or throws the server's refusal. */
  onPhone: (phone: string) => Promise<void>;
  children?: ReactNode;
}

/** A phone number in large figures; a check says that it is whole. */
export function PhoneStep({ phone, submit, notice, onPhone, children }: PhoneStepProps) {
  const { t } = useTranslation('identity');
  const problem = useProblemText();
  const [failure, setFailure] = useState(notice);
  const { register, handleSubmit, setError, watch, formState } = useForm({
    resolver: valibotResolver(phoneSchema),
    defaultValues: { phone: groupPhone(phone) },
  });
  const whole = onlyDigits(watch('phone')).length === 10;
  const send = async (form: { phone: string }) => {
    try {
      await onPhone(form.phone);
    } catch (error) {
      setFailure(placeErrors(error, setError, { phoneNumber: 'phone', username: 'phone' }));
    }
  };
  return (
    <form noValidate onSubmit={handleSubmit(send)} onInput={() => setFailure(undefined)} className="space-y-4">
      <PhoneInput
        label={t('register.phone.label')}
        icon={undefined}
        inputClass="text-h1 font-bold"
        error={problem(formState.errors.phone)}
        trailing={whole && <WholeMark label={t('register.phone.ok')} />}
        {...register('phone')}
      />
      {children}
      <Failure>{failure}</Failure>
      <Button type="submit" block busy={formState.isSubmitting} busyLabel={t('register.otp.sending')}>
        {submit}
      </Button>
    </form>
  );
}

function WholeMark({ label }: { label: string }) {
  return (
    <span role="img" aria-label={label} className="mr-3 grid size-7 shrink-0 place-items-center rounded-full bg-in-soft text-in">
      <Check className="size-4.5" strokeWidth={2.8} aria-hidden="true" />
    </span>
  );
}
