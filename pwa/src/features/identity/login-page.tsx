import { valibotResolver } from '@hookform/resolvers/valibot';
import { Clock } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { login } from '@/data/session';
import { errorText } from '@/i18n/error-text';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { groupPhone } from '@/ui/format/digits';
import { useFocusOnArrival } from '@/ui/heading';
import { PasswordInput } from '@/ui/password-input';
import { PhoneInput } from '@/ui/phone-input';
import { Failure } from './failure';
import { LoginHero } from './login-hero';
import { useProblemText } from './problems';
import { loginSchema, type LoginForm } from './schemas';

interface LoginPageProps {
  /** Name and language, on the green. */
  head: ReactNode;
  /** The ways to register and to a new password. */
  registerLink: ReactNode;
  forgotLink: ReactNode;
  /** The session ran out, which is not the same as logging out. */
  expired: boolean;
  phone: string;
  onLoggedIn: () => void;
}

export function LoginPage({ head, registerLink, forgotLink, expired, phone, onLoggedIn }: LoginPageProps) {
  const { t } = useTranslation('identity');
  const problem = useProblemText();
  const title = useFocusOnArrival<HTMLHeadingElement>();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(loginSchema),
    defaultValues: { phone: groupPhone(phone), password: '', remember: true },
  });
  const submit = async (form: LoginForm) => {
    try {
      await login({ username: form.phone, password: form.password, rememberMe: form.remember });
      onLoggedIn();
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  const { errors, isSubmitting } = formState;
  return (
    <LoginHero head={head}>
      <h1 ref={title} tabIndex={-1} className="mb-3 text-h1 font-bold">
        {t('login.title')}
      </h1>
      {expired && (
        <div className="mb-4">
          <Banner tone="info" icon={Clock} role="status">
            <b className="font-semibold">{t('login.expired')}</b>
            <br />
            {t('login.kept')}
          </Banner>
        </div>
      )}
      <form noValidate onSubmit={handleSubmit(submit)} onInput={() => setFailure(undefined)} className="space-y-3.5">
        <PhoneInput label={t('phone')} autoComplete="username" error={problem(errors.phone)} {...register('phone')} />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          error={problem(errors.password)}
          {...register('password')}
        />
        <div className="flex items-center justify-between gap-3">
          <Checkbox {...register('remember')}>{t('login.remember')}</Checkbox>
          {forgotLink}
        </div>
        <Failure>{failure}</Failure>
        <Button type="submit" block busy={isSubmitting} busyLabel={t('login.busy')}>
          {t('login.submit')}
        </Button>
        <p className="pt-1 text-center text-ink-2">
          {t('login.new')} {registerLink}
        </p>
      </form>
    </LoginHero>
  );
}
