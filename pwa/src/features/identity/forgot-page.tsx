import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/signup-texts';
import type { LoginState } from '@/nav/login-state';
import { DrawnCheck } from '@/ui/drawn-check';
import { sendOtp, type OtpSent } from './otp';
import { OtpStep } from './otp-step';
import { PhoneStep } from './phone-step';
import { StepTitle, WizardFrame } from './wizard-frame';

const NewPassword = lazy(() => import('./new-password-step'));

type Step = 'phone' | 'otp' | 'password' | 'done';

interface ForgotPageProps {
  onLeave: () => void;
  loginLink: (state: LoginState) => ReactNode;
}

/** Sets a new password, after the member enters a code sent to their phone. */
export function ForgotPage({ onLeave, loginLink }: ForgotPageProps) {
  const { t } = useTranslation('signup');
  const [step, setStep] = useState<Step>('phone');
  const [phone, setPhone] = useState('');
  const [otp, setOtp] = useState<OtpSent | null>(null);
  const [passkeys, setPasskeys] = useState(0);
  const sendCode = async (next: string) => {
    setOtp(await sendOtp(next, 'reset'));
    setPhone(next);
    setStep('otp');
  };
  return (
    <WizardFrame
      name={t('forgot.title')}
      depth={step === 'phone' || step === 'done' ? 0 : 1}
      onBack={() => (step === 'phone' || step === 'done' ? onLeave() : setStep('phone'))}
    >
      {step === 'phone' && (
        <>
          <StepTitle title={t('forgot.title')}>{t('forgot.text')}</StepTitle>
          <PhoneStep phone={phone} buttonText={t('forgot.send')} onPhone={sendCode} />
        </>
      )}
      {step === 'otp' && otp && (
        <OtpStep
          phone={phone}
          purpose="reset"
          otp={otp}
          onConfirmed={() => setStep('password')}
          onResent={setOtp}
        />
      )}
      <Suspense>
        {step === 'password' && otp && (
          <NewPassword
            otpToken={otp.token}
            onSaved={(count) => {
              setPasskeys(count);
              setStep('done');
            }}
          />
        )}
      </Suspense>
      {step === 'done' && (
        <div role="status" className="flex flex-col items-center pt-10 text-center">
          <DrawnCheck />
          <h1 className="mt-5 text-h1 font-bold">{t('forgot.doneTitle')}</h1>
          <p className="mt-1 text-ink-2">{t('forgot.doneText')}</p>
          {passkeys > 0 && (
            <p className="mt-2 text-small text-ink-2">{t('forgot.passkeys', { count: passkeys })}</p>
          )}
          <div className="mt-6">{loginLink({ phone, passwordSet: true, passkeys: passkeys > 0 })}</div>
        </div>
      )}
    </WizardFrame>
  );
}
