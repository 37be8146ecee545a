import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ForgotPage } from '@/features/identity/forgot-page';
import { buttonClass } from '@/ui/button';

export const Route = createFileRoute('/_public/forgot')({ component: ForgotRoute });

function ForgotRoute() {
  const { t } = useTranslation('identity');
  const navigate = Route.useNavigate();
  return (
    <ForgotPage
      onLeave={() => void navigate({ to: '/login' })}
      loginLink={(state) => (
        <Link to="/login" replace state={state} className={buttonClass('primary', true)}>
          {t('login.title')}
        </Link>
      )}
    />
  );
}
