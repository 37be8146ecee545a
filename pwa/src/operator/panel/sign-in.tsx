import { KeyRound, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { isApiError } from '@/data/api/errors';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/field';
import { OtpInput } from '@/ui/otp-input';
import { PasswordInput } from '@/ui/password-input';
import { QrPicture } from '@/ui/qr-picture';
import { toast } from '@/ui/toast';
import { changePassword, requestCodeApp, confirmCodeApp, type CodeApp } from '../calls';
import { t as translate, errorTextOf, useTexts, type TextKey } from '../i18n';
import { SmallButton } from '../ui/small-button';

/** Changes the operator's password or code app. Either change needs the current password and code. */
export function SignIn() {
  const { t } = useTexts();
  const [open, setOpen] = useState<'password' | 'app' | null>(null);
  const close = () => setOpen(null);
  if (open === 'password') return <PasswordForm onDone={close} />;
  if (open === 'app') return <AppForm onDone={close} />;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <SmallButton icon={KeyRound} onClick={() => setOpen('password')}>
        {t('me.password')}
      </SmallButton>
      <SmallButton icon={Smartphone} onClick={() => setOpen('app')}>
        {t('me.app')}
      </SmallButton>
    </div>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTexts();
  return (
    <ProvedForm
      title="me.password"
      onDone={onDone}
      work={async (proof, form) => {
        await changePassword(proof, String(form.get('next')));
        toast.done(translate('me.passwordDone'));
        onDone();
      }}
    >
      <PasswordInput name="next" label={t('me.next')} hint={t('me.nextHint')} autoComplete="new-password" />
    </ProvedForm>
  );
}

/** Asks for a code of the old app, then of the new app. The old app stays valid until both are right. */
function AppForm({ onDone }: { onDone: () => void }) {
  const { t } = useTexts();
  const [app, setApp] = useState<CodeApp>();
  if (!app)
    return (
      <ProvedForm
        title="me.app"
        onDone={onDone}
        work={async (proof) => setApp(await requestCodeApp(proof))}
      />
    );
  return (
    <CodeForm
      title="me.app"
      onDone={onDone}
      work={async (code) => {
        await confirmCodeApp(code);
        toast.done(translate('me.appDone'));
        onDone();
      }}
    >
      <div className="grid justify-items-center">
        <QrPicture text={app.url} label={t('me.appPicture')} />
        <p className="text-center text-ink-2">{t('me.appText')}</p>
        <code className="mt-1 break-all">{app.secret}</code>
      </div>
    </CodeForm>
  );
}

interface ProvedFormProps {
  title: TextKey;
  onDone: () => void;
  work: (proof: { password: string; code: string }, form: FormData) => Promise<void>;
  children?: ReactNode;
}

function ProvedForm({ title, onDone, work, children }: ProvedFormProps) {
  const { t } = useTexts();
  return (
    <CodeForm
      title={title}
      onDone={onDone}
      work={(code, form) => work({ password: String(form.get('password')), code }, form)}
    >
      <PasswordInput name="password" label={t('me.now')} autoComplete="current-password" />
      {children}
    </CodeForm>
  );
}

interface CodeFormProps {
  title: TextKey;
  onDone: () => void;
  work: (code: string, form: FormData) => Promise<void>;
  children: ReactNode;
}

function CodeForm({ title, onDone, work, children }: CodeFormProps) {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'start' });
  }, []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (code.length < 6) return setFailure(t('me.incomplete'));
    setBusy(true);
    try {
      await work(code, new FormData(event.currentTarget));
    } catch (error) {
      setFailure(failureOf(error));
    }
    setCode(''); // A code works once.
    setBusy(false);
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={t(title)}
      onSubmit={(event) => void submit(event)}
      onInput={() => setFailure(undefined)}
      className="mt-4 space-y-3.5"
    >
      <h3 className="text-h3 font-semibold">{t(title)}</h3>
      {children}
      <OtpInput label={t('login.code')} hint={t('login.codeHint')} value={code} onChange={setCode} />
      <div aria-live="assertive">{failure && <FieldError>{failure}</FieldError>}</div>
      <Button type="submit" block busy={busy} busyLabel={t('form.save')}>
        {t('form.save')}
      </Button>
      <SmallButton tone="quiet" onClick={onDone}>
        {t('form.back')}
      </SmallButton>
    </form>
  );
}

function failureOf(error: unknown): string {
  if (isApiError(error) && error.code === 'WRONG_CREDENTIAL') return translate('me.wrong');
  if (isApiError(error) && error.code === 'INVALID_USER_INFO') return translate('me.weak');
  return errorTextOf(error);
}
