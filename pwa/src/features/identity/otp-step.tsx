import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '@/i18n/error-text';
import { Button } from '@/ui/button';
import { groupPhone } from '@/ui/format/digits';
import { OtpInput } from '@/ui/otp-input';
import { toast } from '@/ui/toast';
import { Failure } from './failure';
import { sendOtp, verifyOtp, type OtpPurpose, type OtpSent } from './otp';
import { StepTitle } from './wizard-frame';

const CODE_LENGTH = 6;

interface OtpStepProps {
  phone: string;
  purpose: OtpPurpose;
  otp: OtpSent;
  onConfirmed: () => void | Promise<void>;
  /** Null where the phone turned out to be verified already. */
  onResent: (otp: OtpSent | null) => void;
}

/** The code from the SMS; the sixth digit sends it. */
export function OtpStep({ phone, purpose, otp, onConfirmed, onResent }: OtpStepProps) {
  const { t } = useTranslation('identity');
  const { code, problem, busy, type, confirm } = useCode(otp.token, onConfirmed);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void confirm(code);
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
        onChange={type}
        autoFocus
      />
      <Button type="submit" block className="mt-5" busy={busy} busyLabel={t('register.checking')}>
        {t('register.otp.confirm')}
      </Button>
      <Resend phone={phone} purpose={purpose} otp={otp} onResent={onResent} />
    </form>
  );
}

/** The digits typed so far, and their check by the server. A refused code is emptied. */
function useCode(token: string, onConfirmed: OtpStepProps['onConfirmed']) {
  const { t } = useTranslation('identity');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const confirm = async (typed: string) => {
    if (busy) return;
    if (typed.length < CODE_LENGTH) return setProblem(t('problem.otp'));
    setBusy(true);
    try {
      await verifyOtp(token, typed);
      await onConfirmed();
    } catch (error) {
      setProblem(errorText(error));
      // Emptied, so that nobody has to delete six digits first.
      setCode('');
      setBusy(false);
    }
  };
  const type = (typed: string) => {
    setProblem(undefined);
    setCode(typed);
    if (typed.length === CODE_LENGTH && typed !== code) void confirm(typed);
  };
  return { code, problem, busy, type, confirm };
}

/** Another code, a minute after the last. */
function Resend({ phone, purpose, otp, onResent }: Omit<OtpStepProps, 'onConfirmed'>) {
  const { t } = useTranslation('identity');
  const seconds = useCountdown(otp.resendAt);
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

/** Returns the whole seconds left until `until`. It reads the clock, so a phone that slept shows the right number. */
function useCountdown(until: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
