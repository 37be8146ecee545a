import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '@/i18n/error-text';
import { Button } from '@/ui/button';
import { groupPhone } from '@/ui/format/digits';
import { OtpInput } from '@/ui/otp-input';
import { toast } from '@/ui/toast';
import { Failure } from './failure';
import { secondsToResend, sendOtp, verifyOtp, type OtpPurpose, type OtpSent } from './otp';
import { StepTitle } from './wizard-frame';

const CODE_LENGTH = 6;

interface OtpStepProps {
  phone: string;
  purpose: OtpPurpose;
  otp: OtpSent;
  onConfirmed: () => void | Promise<void>;
  /** Called with the new code; null if the phone is already verified. */
  onResent: (otp: OtpSent | null) => void;
}

/** Asks for the code from the SMS; typing the sixth digit submits it. */
export function OtpStep({ phone, purpose, otp, onConfirmed, onResent }: OtpStepProps) {
  const { t } = useTranslation('signup');
  const { code, problem, busy, changeCode, submitCode } = useCode(otp.token, onConfirmed);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submitCode(code);
      }}
    >
      <StepTitle title={t('register.otp.title')}>
        {t('register.otp.text', { phone: groupPhone(phone) })}
      </StepTitle>
      <OtpInput
        label={t('register.otp.label')}
        hint={t('register.otp.ref', { ref: otp.ref })}
        error={problem}
        value={code}
        onChange={changeCode}
        autoFocus
      />
      <Button type="submit" block className="mt-5" busy={busy} busyLabel={t('register.checking')}>
        {t('register.otp.confirm')}
      </Button>
      <Resend phone={phone} purpose={purpose} otp={otp} onResent={onResent} />
    </form>
  );
}

/** Returns the digits typed so far, and whether the server checks them. A refused code is cleared. */
function useCode(token: string, onConfirmed: OtpStepProps['onConfirmed']) {
  const { t } = useTranslation('signup');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submitCode = async (typed: string) => {
    if (busy) return;
    if (typed.length < CODE_LENGTH) return setProblem(t('problem.otp', { ns: 'identity' }));
    setBusy(true);
    try {
      await verifyOtp(token, typed);
      await onConfirmed();
    } catch (error) {
      setProblem(errorText(error));
      // Cleared, so that the member need not delete six digits.
      setCode('');
      setBusy(false);
    }
  };
  const changeCode = (typed: string) => {
    setProblem(undefined);
    setCode(typed);
    if (typed.length === CODE_LENGTH && typed !== code) void submitCode(typed);
  };
  useSmsCode(token, changeCode);
  return { code, problem, busy, changeCode, submitCode };
}

/**
 * Enters the code of the next SMS, if the browser can read it. A new token starts waiting for the next
 * message.
 */
function useSmsCode(token: string, enterCode: (code: string) => void) {
  const onCode = useEffectEvent(enterCode);
  useEffect(() => {
    const controller = new AbortController();
    void readSmsCode(controller.signal).then((code) => code && !controller.signal.aborted && onCode(code));
    return () => controller.abort();
  }, [token]);
}

/** The button that sends another code, at the earliest a minute after the last. */
function Resend({ phone, purpose, otp, onResent }: Omit<OtpStepProps, 'onConfirmed'>) {
  const { t } = useTranslation('signup');
  const seconds = useSecondsToResend(otp);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const resend = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      onResent(await sendOtp(phone, purpose));
      toast.done(t('register.otp.resent'));
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mt-2 grid gap-2">
      <Failure>{failure}</Failure>
      <Button
        variant="quiet"
        block
        className="disabled:bg-transparent"
        disabled={seconds > 0}
        busy={busy}
        busyLabel={t('register.otp.sending')}
        onClick={() => void resend()}
      >
        {seconds > 0 ? (
          t('register.otp.resendIn', { seconds })
        ) : (
          <span className="text-brand-text">{t('register.otp.resend')}</span>
        )}
      </Button>
    </div>
  );
}

/**
 * Returns the seconds until another code may be sent. Computed from the clock, so that the number is right
 * after the phone slept.
 */
function useSecondsToResend(otp: OtpSent): number {
  const [seconds, setSeconds] = useState(() => secondsToResend(otp));
  const isOver = seconds === 0;
  useEffect(() => {
    const update = () => setSeconds(secondsToResend(otp));
    update();
    if (isOver) return;
    const timer = setInterval(update, 500);
    return () => clearInterval(timer);
  }, [otp, isOver]);
  return seconds;
}

/** Chrome on Android has this type; no type library does. */
type OtpCredential = Credential & { code: string };

/**
 * Returns the code of the next SMS whose last line names this site (`@host #123456`). The user must allow the
 * browser to read the SMS. Returns null if the browser provides no code; the member then types it.
 */
async function readSmsCode(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in globalThis)) return null;
  const options = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions;
  const credential = await navigator.credentials.get(options).catch(() => null);
  return (credential as OtpCredential | null)?.code ?? null;
}
