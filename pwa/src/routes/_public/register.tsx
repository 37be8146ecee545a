import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { storeInviteCode } from '@/features/identity/invite-code';
import { RegisterPage } from '@/features/identity/register/register-page';
import { buttonClass } from '@/ui/button';
import { linkClass } from '@/ui/cx';

interface RegisterSearch {
  /** A friend's invite code. */
  code?: string;
}

export const Route = createFileRoute('/_public/register')({
  validateSearch: (search: Record<string, unknown>): RegisterSearch =>
    typeof search.code === 'string' && search.code ? { code: search.code } : {},
  beforeLoad: ({ search }) => storeInviteCode(search.code),
  component: RegisterRoute,
});

function RegisterRoute() {
  const { t } = useTranslation('signup');
  const navigate = Route.useNavigate();
  return (
    <RegisterPage
      loginLink={
        <Link to="/login" className={linkClass}>
          {t('register.login')}
        </Link>
      }
      loginButton={(phone) => (
        <Link to="/login" replace state={{ phone }} className={buttonClass('tonal', true)}>
          {t('register.taken')}
        </Link>
      )}
      onLeave={() => void navigate({ to: '/login' })}
      onDone={(phone) => void navigate({ to: '/login', replace: true, state: { phone, passwordSet: true } })}
    />
  );
}
