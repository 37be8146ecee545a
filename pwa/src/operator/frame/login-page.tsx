import { Clock, LockKeyhole, UserRound } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { isApiError } from '@/data/api/errors';
import { setLocale } from '@/data/device/locale';
import { localeNames, type Locale } from '@/i18n/locales';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { RoundMark } from '@/ui/round-button';
import { cx } from '@/ui/cx';
import { FieldError } from '@/ui/field';
import { Mark } from '@/ui/mark';
import { OtpInput } from '@/ui/otp-input';
import { PasswordInput } from '@/ui/password-input';
import { Pocket } from '@/ui/pocket';
import { TextInput } from '@/ui/text-input';
import { toast } from '@/ui/toast';
import { t as translate, changeLanguage, errorTextOf, useTexts } from '../i18n';
import { logIn } from '../session';
import { cleanLine } from '@/data/kit/typed/written';
import { lineReading } from '@/ui/line-reading';

/** The operators' login, in the wallet's colours. */
export function LoginPage({ expired }: { expired: boolean }) {
  const { t, locale } = useTexts();
  useEffect(() => {
    document.title = `${t('login.title')} · ${t('desk')}`;
  }, [t, locale]);
  return (
    <main className="grid min-h-dvh bg-bg max-md:bg-surface md:place-items-center md:py-8">
      <div className="flex w-full flex-col overflow-clip bg-surface md:w-[480px] md:rounded-wallet md:shadow-e2">
        <div className="flex items-center gap-3.5 bg-wallet px-6 pt-8 pb-14 text-wallet-ink">
          <Mark bare className="h-13" />
          <p>
            <span className="block text-h1 font-bold">{t('app')}</span>
            <span className="block text-wallet-ink-2">{t('desk')}</span>
          </p>
        </div>
        <div className="relative">
          {/* The green area behind the notch. */}
          <span className="absolute inset-x-0 -top-px h-14 bg-wallet" aria-hidden="true" />
          <Pocket
            cloth="fill-surface"
            hem="text-ink-2/50"
            notchContent={<RoundMark icon={LockKeyhole} />}
            className="px-6 pt-12 text-ink"
          >
            {/* Has its own background colour: contrast cannot be measured against the drawing behind it. */}
            <div className="bg-surface pb-4">
              <h1 className="mb-3 text-h1 font-bold">{t('login.title')}</h1>
              {expired && (
                <div className="mb-4">
                  <Banner tone="info" icon={Clock} role="status">
                    {t('login.expired')}
                  </Banner>
                </div>
              )}
              <LoginForm />
              <LanguageRow />
            </div>
          </Pocket>
        </div>
      </div>
    </main>
  );
}

function LoginForm() {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const username = cleanLine(String(form.get('username')));
    const password = String(form.get('password'));
    if (!username || !password || code.length < 6) return setFailure(t('login.incomplete'));
    setBusy(true);
    try {
      await logIn(username, password, code);
    } catch (error) {
      setFailure(failureOf(error));
      // A code can be used once, so the next attempt needs another code.
      setCode('');
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={() => setFailure(undefined)}
      className="space-y-3.5"
    >
      <TextInput
        name="username"
        reading={lineReading}
        label={t('login.username')}
        icon={UserRound}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <PasswordInput name="password" label={t('login.password')} autoComplete="current-password" />
      <OtpInput label={t('login.code')} hint={t('login.codeHint')} value={code} onChange={setCode} />
      <div aria-live="assertive">{failure && <FieldError>{failure}</FieldError>}</div>
      <Button type="submit" block busy={busy} busyLabel={t('login.busy')}>
        {t('login.submit')}
      </Button>
    </form>
  );
}

/**
 * Returns the text of a refused login. It never says which of the three values is wrong. Only CODE_USED has
 * its own text.
 */
function failureOf(error: unknown): string {
  return isApiError(error) && error.status === 401 ? translate('login.wrong') : errorTextOf(error);
}

/** The languages, each in its own script. */
function LanguageRow() {
  const { t, locale } = useTexts();
  const choose = async (next: Locale) => {
    if (await changeLanguage(next)) setLocale(next);
    else toast.error(t('me.languageFailed'));
  };
  return (
    <div role="group" aria-label={t('me.language')} className="flex justify-center gap-1 pt-4">
      {(Object.keys(localeNames) as Locale[]).map((value) => (
        <button
          key={value}
          type="button"
          lang={value}
          aria-pressed={value === locale}
          onClick={() => void choose(value)}
          className={cx(
            'press min-h-11 rounded-field px-3.5',
            value === locale ? 'font-semibold text-brand-text' : 'text-ink-2',
          )}
        >
          {localeNames[value].name}
        </button>
      ))}
    </div>
  );
}
