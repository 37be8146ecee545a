import { Clock, KeyRound, LockKeyhole } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '@/data/api/errors';
import { useUnsentHere } from '@/data/engine/outbox/use-queue';
import { BLANKS } from '@/data/kit/typed/plain';
import { wasPasskeyUsed } from '@/data/session/passkey/passkey-use';
import { login } from '@/data/session/session';
import { errorText } from '@/i18n/error-text';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { RoundMark } from '@/ui/round-button';
import { groupPhone } from '@/ui/format/digits';
import { useFocusOnArrival } from '@/ui/heading';
import { CardsIllustration } from '@/ui/illustration';
import { PasswordInput } from '@/ui/password-input';
import { PhoneInput } from '@/ui/phone-input';
import { Pocket } from '@/ui/pocket';
import { Failure } from './failure';
import { findPhoneCountry, phoneOf } from './phone-rule';
import { useUnsavedWork } from './use-unsaved-work';

/** The minimum length of a password. */
const MIN_LENGTH = 8;

interface LoginPageProps {
  /** The app's name and the language choice, shown on green. */
  head: ReactNode;
  /** Links to registration and to a new password. */
  registerLink: ReactNode;
  forgotLink: ReactNode;
  /** True if the session expired, false after a logout. */
  expired: boolean;
  phone: string;
  /**
   * True if the password was set a moment ago. The field shows this but stays empty. To fill it in, the app
   * would have to keep the password after its form closed. The next user of the phone could then reveal it.
   */
  passwordSet: boolean;
  onLoggedIn: () => void;
}

export function LoginPage({ head, registerLink, expired, ...form }: LoginPageProps) {
  const { t } = useTranslation('identity');
  const title = useFocusOnArrival<HTMLHeadingElement>();
  const hasUnsent = useUnsentHere(expired);
  return (
    <LoginHero head={head}>
      <h1 ref={title} tabIndex={-1} className="mb-3 text-h1 font-bold short:sr-only">
        {t('login.title')}
      </h1>
      {expired && (
        <div className="mb-4">
          <Banner tone="info" icon={Clock} role="status">
            <b className="font-semibold">{t('login.expired')}</b>
            <span className="block short:hidden">{t('login.why')}</span>
            {hasUnsent && (
              <>
                <br />
                {t('login.kept')}
              </>
            )}
          </Banner>
        </div>
      )}
      <LoginForm {...form} />
      <p className="pt-4 text-center text-ink-2">
        {t('login.new')} {registerLink}
      </p>
    </LoginHero>
  );
}

type LoginFormProps = Pick<LoginPageProps, 'phone' | 'passwordSet' | 'forgotLink' | 'onLoggedIn'>;

/** The login form. It does not use the form library, so that the app's first page loads fast. */
function LoginForm({ phone, passwordSet, forgotLink, onLoggedIn }: LoginFormProps) {
  const { t } = useTranslation('identity');
  const form = useRef<HTMLFormElement>(null);
  const { problems, failure, busy, submit, clearErrors, setFailure } = useLogin(onLoggedIn);
  const passkey = usePasskey(form, onLoggedIn, setFailure);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={clearErrors}
      className="space-y-3.5 short:space-y-2"
    >
      <PhoneInput
        country={findPhoneCountry()}
        name="phone"
        label={t('phone')}
        autoComplete="username webauthn"
        defaultValue={groupPhone(phone)}
        error={problems.phone ? t('problem.required') : undefined}
      />
      <PasswordInput
        name="password"
        label={t('password')}
        autoComplete="current-password"
        hint={passwordSet && t('login.passwordSet')}
        error={problems.password && t(`problem.${problems.password}`)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Checkbox name="remember" defaultChecked>
          {t('login.remember')}
        </Checkbox>
        {forgotLink}
      </div>
      <Failure>{failure}</Failure>
      <Button type="submit" block busy={busy} busyLabel={t('login.busy')}>
        {t('login.submit')}
      </Button>
      {canUsePasskeys && (
        <Button
          variant="tonal"
          block
          icon={KeyRound}
          busy={passkey.busy}
          busyLabel={t('login.busy')}
          onClick={passkey.start}
        >
          {t('login.passkey')}
        </Button>
      )}
    </form>
  );
}

type PasswordProblem = 'required' | 'short' | 'blanks';

function hasOuterBlanks(password: string): boolean {
  return /^ | $/.test(password.replace(BLANKS, ' '));
}

/** Logs in with the form's values. `clearErrors` removes the errors once the member types again. */
function useLogin(onLoggedIn: () => void) {
  const [problems, setProblems] = useState<{ phone?: boolean; password?: PasswordProblem }>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [touched, setTouched] = useState(false);
  useUnsavedWork(touched);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const username = phoneOf(String(form.get('phone')));
    const password = String(form.get('password'));
    const problem = !password ? 'required' : password.length < MIN_LENGTH ? 'short' : undefined;
    setProblems({ phone: !username, password: problem });
    if (!username || problem) return;
    setBusy(true);
    try {
      await login({ username, password, rememberMe: form.has('remember') });
      onLoggedIn();
    } catch (error) {
      setFailure(errorText(error));
      // The password is sent as typed, since it may begin or end with blanks. But pasting can add blanks
      // unnoticed.
      if (isApiError(error) && error.code === 'WRONG_CREDENTIAL' && hasOuterBlanks(password))
        setProblems({ password: 'blanks' });
      setBusy(false);
    }
  };
  const clearErrors = () => {
    setTouched(true);
    setProblems({});
    setFailure(undefined);
  };
  return { problems, failure, busy, submit, clearErrors, setFailure };
}

const canUsePasskeys = typeof PublicKeyCredential === 'function';
const loadPasskeys = () => import('@/data/session/passkey/login');

/**
 * Returns a function that logs in with a passkey. The passkey module is loaded on a tap. If a passkey was
 * used here before, the module is loaded at once, so that the keyboard can offer the passkey.
 */
function usePasskey(
  form: RefObject<HTMLFormElement | null>,
  onLoggedIn: () => void,
  setFailure: (words?: string) => void,
) {
  const [busy, setBusy] = useState(false);
  const logInByPasskey = async (isAutofill: boolean) => {
    const remember = () => form.current?.remember.checked === true;
    try {
      const { loginByPasskey } = await loadPasskeys();
      if (await loginByPasskey({ remember, autofill: isAutofill, onSigned: () => setBusy(true) }))
        return onLoggedIn();
      if (!isAutofill) setBusy(false);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  const offer = useEffectEvent(() => logInByPasskey(true));
  useEffect(() => {
    if (!canUsePasskeys || !wasPasskeyUsed()) return;
    const loaded = loadPasskeys();
    loaded.then(offer).catch(() => {});
    return () => void loaded.then(({ abortPending }) => abortPending()).catch(() => {});
  }, []);
  const start = () => {
    setBusy(true);
    setFailure(undefined);
    void logInByPasskey(false);
  };
  return { busy, start };
}

/** The green top with a picture, and below it the page, drawn as a pocket with a lock. */
function LoginHero({ head, children }: { head: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('identity');
  return (
    <div className="overflow-hidden bg-wallet text-wallet-ink">
      <div className="mx-auto max-w-[480px]">
        {head}
        {/* The text gets the width it needs, the picture the rest. */}
        <div className="flex min-h-40 pr-2 pl-5 short:min-h-0">
          <p className="shrink-0 pt-5 pb-4 text-[min(1.75rem,9vw)] short:pt-2 short:pb-2 short:text-h2 leading-[1.514] font-bold whitespace-pre-line">
            {t('login.claim')}
          </p>
          <CardsIllustration className="-mb-10 ml-auto h-41 max-w-38 min-w-0 flex-1 self-end overflow-visible short:hidden" />
        </div>
      </div>
      <Pocket
        cloth="fill-bg"
        hem="text-ink-2/50"
        notchContent={<RoundMark icon={LockKeyhole} />}
        className="mx-auto max-w-[480px] px-5 pt-10 text-ink short:pt-9"
      >
        {/* Has its own background colour: contrast cannot be measured against the drawing behind it. */}
        <div className="bg-bg">{children}</div>
      </Pocket>
    </div>
  );
}
