import { KeyRound, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { isApiError } from '@/data/api/errors';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/field';
import { OtpInput } from '@/ui/otp-input';
import { PasswordInput } from '@/ui/password-input';
import { QrPicture } from '@/ui/qr-picture';
import { toast } from '@/ui/toast';
import { changePassword, offerCodeApp, takeCodeApp, type CodeApp } from '../calls';
import { say as sayNow, trouble, useWords, type Word } from '../i18n';
import { SmallButton } from '../ui/small-button';

/** Changes the operator's password or code app. Either change needs the current password and code. */
export function SignIn() {
  const { say } = useWords();
  const [open, setOpen] = useState<'password' | 'app' | null>(null);
  const close = () => setOpen(null);
  if (open === 'password') return <PasswordForm onDone={close} />;
  if (open === 'app') return <AppForm onDone={close} />;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <SmallButton icon={KeyRound} onClick={() => setOpen('password')}>
        {say('me.password')}
      </SmallButton>
      <SmallButton icon={Smartphone} onClick={() => setOpen('app')}>
        {say('me.app')}
      </SmallButton>
    </div>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { say } = useWords();
  return (
    <ProvedForm
      title="me.password"
      onDone={onDone}
      work={async (proof, form) => {
        await changePassword(proof, String(form.get('next')));
        toast.done(sayNow('me.passwordDone'));
        onDone();
      }}
    >
      <PasswordInput
        name="next"
        label={say('me.next')}
        hint={say('me.nextHint')}
        autoComplete="new-password"
      />
    </ProvedForm>
  );
}

/** Asks for a code of the old app, then for one of the new app. Until then the old app stays valid. */
function AppForm({ onDone }: { onDone: () => void }) {
  const { say } = useWords();
  const [app, setApp] = useState<CodeApp>();
  if (!app)
    return (
      <ProvedForm title="me.app" onDone={onDone} work={async (proof) => setApp(await offerCodeApp(proof))} />
    );
  return (
    <CodeForm
      title="me.app"
      onDone={onDone}
      work={async (code) => {
        await takeCodeApp(code);
        toast.done(sayNow('me.appDone'));
        onDone();
      }}
    >
      <div className="grid justify-items-center">
        <QrPicture text={app.url} label={say('me.appPicture')} />
        <p className="text-center text-ink-2">{say('me.appText')}</p>
        <code className="mt-1 break-all">{app.secret}</code>
      </div>
    </CodeForm>
  );
}

interface ProvedFormProps {
  title: Word;
  onDone: () => void;
  work: (proof: { password: string; code: string }, form: FormData) => Promise<void>;
  children?: ReactNode;
}

function ProvedForm({ title, onDone, work, children }: ProvedFormProps) {
  const { say } = useWords();
  return (
    <CodeForm
      title={title}
      onDone={onDone}
      work={(code, form) => work({ password: String(form.get('password')), code }, form)}
    >
      <PasswordInput name="password" label={say('me.now')} autoComplete="current-password" />
      {children}
    </CodeForm>
  );
}

interface CodeFormProps {
  title: Word;
  onDone: () => void;
  work: (code: string, form: FormData) => Promise<void>;
  children: ReactNode;
}

function CodeForm({ title, onDone, work, children }: CodeFormProps) {
  const { say } = useWords();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'start' });
  }, []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (code.length < 6) return setFailure(say('me.incomplete'));
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
      aria-label={say(title)}
      onSubmit={(event) => void submit(event)}
      onInput={() => setFailure(undefined)}
      className="mt-4 space-y-3.5"
    >
      <h3 className="text-h3 font-semibold">{say(title)}</h3>
      {children}
      <OtpInput label={say('login.code')} hint={say('login.codeHint')} value={code} onChange={setCode} />
      <div aria-live="assertive">{failure && <FieldError>{failure}</FieldError>}</div>
      <Button type="submit" block busy={busy} busyLabel={say('form.save')}>
        {say('form.save')}
      </Button>
      <SmallButton tone="quiet" onClick={onDone}>
        {say('form.back')}
      </SmallButton>
    </form>
  );
}

function failureOf(error: unknown): string {
  if (isApiError(error) && error.code === 'WRONG_CREDENTIAL') return sayNow('me.wrong');
  if (isApiError(error) && error.code === 'INVALID_USER_INFO') return sayNow('me.weak');
  return trouble(error);
}
