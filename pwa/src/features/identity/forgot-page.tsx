import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '@/data/api/client';
import { Button } from '@/ui/button';
import { DrawnCheck } from '@/ui/drawn-check';
import { PasswordInput } from '@/ui/password-input';
import { Failure } from './failure';
import { sendOtp, type OtpSent } from './otp';
import { OtpStep } from './otp-step';
import { PhoneStep } from './phone-step';
import { useProblemText } from './problems';
import { newPasswordSchema, type NewPasswordForm } from './schemas';
import { placeErrors } from './server-errors';
import { StepTitle, WizardFrame } from './wizard-frame';

type Step = 'phone' | 'otp' | 'password' | 'done';

interface ForgotPageProps {
  onLeave: () => void;
  loginLink: (phone: string) => ReactNode;
}

/** A new password by a code to the member's own phone. */
export function ForgotPage({ onLeave, loginLink }: ForgotPageProps) {
  const { t } = useTranslation('identity');
  const [step, setStep] = useState<Step>('phone');
  const [phone, setPhone] = useState('');
  const [otp, setOtp] = useState<OtpSent | null>(null);
  const begin = async (next: string) => {
    setOtp(await sendOtp(next, 'reset'));
    setPhone(next);
    setStep('otp');
  };
  return (
    <WizardFrame
      name={t('forgot.title')}
      focused={step !== 'phone'}
      onBack={() => (step === 'phone' || step === 'done' ? onLeave() : setStep('phone'))}
    >
      {step === 'phone' && (
        <>
          <StepTitle title={t('forgot.title')}>{t('forgot.text')}</StepTitle>
          <PhoneStep phone={phone} submit={t('forgot.send')} onPhone={begin} />
        </>
      )}
      {step === 'otp' && otp && (
        <OtpStep phone={phone} purpose="reset" otp={otp} onConfirmed={() => setStep('password')} onResent={setOtp} />
      )}
      {step === 'password' && otp && <NewPassword otpToken={otp.token} onSaved={() => setStep('done')} />}
      {step === 'done' && (
        <div role="status" className="flex flex-col items-center pt-10 text-center">
          <DrawnCheck />
          <h1 className="mt-5 text-h1 font-bold">{t('forgot.doneTitle')}</h1>
          <p className="mt-1 mb-6 text-ink-2">{t('forgot.doneText')}</p>
          {loginLink(phone)}
        </div>
      )}
    </WizardFrame>
  );
}

function NewPassword({ otpToken, onSaved }: { otpToken: string; onSaved: () => void }) {
  const { t } = useTranslation('identity');
  const problem = useProblemText();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(newPasswordSchema),
    defaultValues: { password: '', confirm: '' },
  });
  const save = async ({ password }: NewPasswordForm) => {
    try {
      await call('POST', '/api/account/resetpwd', { body: { otpToken, newPassword: password }, auth: false });
      onSaved();
    } catch (error) {
      setFailure(placeErrors(error, setError, { newPassword: 'password' }));
    }
  };
  const { errors, isSubmitting } = formState;
  return (
    <form noValidate onSubmit={handleSubmit(save)} onInput={() => setFailure(undefined)} className="space-y-4">
      <StepTitle title={t('forgot.newTitle')}>{t('forgot.newText')}</StepTitle>
      <PasswordInput
        label={t('forgot.new')}
        autoComplete="new-password"
        hint={t('register.profile.passwordHint')}
        error={problem(errors.password)}
        {...register('password')}
      />
      <PasswordInput
        label={t('forgot.confirm')}
        autoComplete="new-password"
        error={problem(errors.confirm)}
        {...register('confirm')}
      />
      <Failure>{failure}</Failure>
      <Button type="submit" block busy={isSubmitting} busyLabel={t('forgot.saving')}>
        {t('forgot.save')}
      </Button>
    </form>
  );
}
