import { Users, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useReducer, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '@/data/api/client';
import { isApiError } from '@/data/api/errors';
import { refreshResource } from '@/data/engine/resources/refresh';
import '@/i18n/signup-texts';
import { codeText } from '@/i18n/error-text';
import { Card } from '@/ui/card';
import { DrawnCheck } from '@/ui/drawn-check';
import { FieldError } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { IconTile } from '@/ui/icon-tile';
import { forgetInviteCode, readInviteCode, storeRefused, useInviteCode, useIsRefused } from '../invite-code';
import { sendOtp } from '../otp';
import { OtpStep } from '../otp-step';
import { PhoneStep } from '../phone-step';
import { StepTitle, WizardFrame } from '../wizard-frame';
import { storeDraft, readDraft, readTyped, type TypedFields } from './draft';
import { reduceWizard, stepNumberOf, type Step, type Wizard, type WizardEvent } from './machine';

/** The long steps load the form library. The phone step is shown before that. */
const loadProfileStep = () => import('./profile-step');
const loadBankStep = () => import('./bank-step');
const ProfileStep = lazy(loadProfileStep);
const BankStep = lazy(loadBankStep);

const REDIRECT_AFTER_MS = 2000;

interface RegisterPageProps {
  loginLink: ReactNode;
  /** The button to log in, for a number that already has an account. */
  loginButton: (phone: string) => ReactNode;
  /** Called when the guest goes back from the first step. */
  onLeave: () => void;
  /** Called two seconds after the account was created. */
  onDone: (phone: string) => void;
}

/** The registration page: it shows the steps of the wizard's state machine. */
export function RegisterPage({ loginLink, loginButton, onLeave, onDone }: RegisterPageProps) {
  const { t } = useTranslation('signup');
  const [wizard, send] = useReducer(reduceWizard, undefined, readDraft);
  const { step, phone, otp } = wizard;
  useEffect(() => storeDraft(wizard), [wizard]);
  usePrefetch(step);

  if (step === 'done') return <RegistrationDone onDone={() => onDone(phone)} />;
  return (
    <WizardFrame
      name={t('register.title')}
      step={stepNumberOf(step)}
      depth={step === 'phone' ? 0 : step === 'bank' ? 2 : 1}
      onBack={() => (step === 'phone' ? onLeave() : send({ type: 'back' }))}
    >
      {step === 'phone' && <FirstStep {...{ wizard, send, loginLink, loginButton }} />}
      {step === 'otp' && otp && (
        <OtpStep
          phone={phone}
          purpose="register"
          otp={otp}
          onConfirmed={async () =>
            send((await hasAccount(phone, otp?.token)) ? { type: 'taken', phone } : { type: 'otpConfirmed' })
          }
          onResent={(next) => send({ type: 'otpResent', otp: next })}
        />
      )}
      {/* Another phone number starts with empty fields. */}
      <LongSteps key={phone} wizard={wizard} send={send} />
    </WizardFrame>
  );
}

/** Fetches what the long steps need, once the phone step is done. */
function usePrefetch(step: Step) {
  useEffect(() => {
    if (step === 'phone') return;
    void Promise.allSettled([
      loadProfileStep(),
      loadBankStep(),
      refreshResource('sources'),
      refreshResource('banks'),
    ]);
  }, [step]);
}

interface StepProps {
  wizard: Wizard;
  send: (event: WizardEvent) => void;
}

type FirstStepProps = StepProps & Pick<RegisterPageProps, 'loginLink' | 'loginButton'>;

/** The phone step, with links to log in for a member who has an account. */
function FirstStep({ wizard, send, loginLink, loginButton }: FirstStepProps) {
  const { t } = useTranslation('signup');
  const { phone, taken, unverified } = wizard;
  const submitPhone = async (next: string) => {
    const sent = (await isOtpOn()) ? await sendOtp(next, 'register') : null;
    if (!sent && (await hasAccount(next, undefined))) return send({ type: 'taken', phone: next });
    send({ type: 'phoneAccepted', phone: next, otp: sent });
  };
  return (
    <>
      <StepTitle title={t('register.phone.title')}>{t('register.phone.text')}</StepTitle>
      <PhoneStep
        phone={phone}
        buttonText={t('register.next')}
        // A new instance after a refused number, so that no old state remains.
        key={String(taken)}
        notice={taken ? codeText('EXISTING_USER') : unverified ? codeText('UNVERIFIED_OTP') : undefined}
        onPhone={submitPhone}
      >
        <Invitation />
        {taken && loginButton(phone)}
      </PhoneStep>
      <p className="mt-4 text-center text-ink-2">
        {t('register.member')} {loginLink}
      </p>
    </>
  );
}

/** The profile and bank steps. Each keeps its typed text while the other is shown, and over a reload. */
function LongSteps({ wizard, send }: StepProps) {
  const { step, phone, otp, profile } = wizard;
  const [typed, setTyped] = useState<TypedFields>(() => readTyped(phone));
  const startAgain = () => send({ type: 'unverified' });
  return (
    <Suspense fallback={<div className="min-h-[60dvh]" />}>
      {step === 'profile' && (
        <ProfileStep
          phone={phone}
          otpToken={otp?.token}
          draft={profile}
          typed={typed.profile}
          onLeave={(fields) => setTyped((before) => ({ ...before, profile: fields }))}
          onAccepted={(next) => send({ type: 'profileAccepted', profile: next })}
          onUnverified={startAgain}
        />
      )}
      {step === 'bank' && profile && (
        <BankStep
          phone={phone}
          otpToken={otp?.token}
          profile={profile}
          typed={typed.bank}
          onLeave={(fields) => setTyped((before) => ({ ...before, bank: fields }))}
          onRegistered={() => send({ type: 'registered' })}
          onUnverified={startAgain}
        />
      )}
    </Suspense>
  );
}

/**
 * Returns whether a phone needs a code. Requested right before use: operators may have changed the setting
 * since the page opened.
 */
async function isOtpOn(): Promise<boolean> {
  const response = await call('GET', '/api/lookup/registerOTP', { auth: false });
  return response.registerOTP;
}

/** Shows the friend's code from a link, if any. A wrong code is marked as wrong, and blocks nothing. */
function Invitation() {
  const { t } = useTranslation('signup');
  const code = useInviteCode();
  const isRefused = useIsRefused();
  if (!code) return null;
  return (
    <Card className="flex items-center gap-3 p-4">
      <IconTile icon={Users} tone="pink" />
      <div className="min-w-0 flex-1">
        <p className="text-small text-ink-2">{t('register.invited')}</p>
        <p className="font-semibold">{t('register.inviteCode', { code })}</p>
        {isRefused && <FieldError>{t('register.inviteLink')}</FieldError>}
      </div>
      <IconButton
        icon={X}
        label={t('register.removeCode')}
        onClick={forgetInviteCode}
        iconClass="text-ink-2"
      />
    </Card>
  );
}

function RegistrationDone({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('signup');
  const leave = useEffectEvent(onDone);
  useEffect(() => {
    forgetInviteCode();
    const timer = setTimeout(() => leave(), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      role="status"
      data-flow=""
      className="flex min-h-[70dvh] flex-col items-center justify-center px-6 text-center"
    >
      <DrawnCheck />
      <h1 className="mt-5 text-h1 font-bold">{t('register.done.title')}</h1>
      <p className="mt-1 text-ink-2">{t('register.done.text')}</p>
    </div>
  );
}

/**
 * Returns whether the phone has an account, so that the member learns it before filling in the rest. The same
 * call checks a friend's code. Without a response it returns false, because later steps check again.
 */
async function hasAccount(phone: string, otpToken: string | undefined): Promise<boolean> {
  const code = readInviteCode();
  try {
    const body = { username: phone, ...(otpToken && { otpToken }), ...(code && { inviteCode: code }) };
    await call('POST', '/api/account/validate', { body, auth: false });
    return false;
  } catch (error) {
    if (isApiError(error) && error.fields?.inviteCode) storeRefused(code);
    return isApiError(error) && error.code === 'EXISTING_USER';
  }
}
