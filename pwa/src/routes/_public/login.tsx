import { createFileRoute, Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LoginPage } from '@/features/identity/login-page';
import type { LoginState } from '@/nav/login-state';
import { consumeReturnPoint } from '@/nav/return-point';
import { forgetDraft } from '@/features/identity/register/forget-draft';
import { PublicHeadOnGreen } from '@/shell/public-shell';
import { isSiteClosed } from '@/shell/site';
import { linkClass } from '@/ui/cx';
import { useBrowserBarColour } from '@/ui/theme';

interface LoginSearch {
  /** The session expired. */
  expired?: true;
}

export const Route = createFileRoute('/_public/login')({
  validateSearch: (search: Record<string, unknown>): LoginSearch => (search.expired ? { expired: true } : {}),
  // The form does not wait for the response; it is replaced by a notice if the site is closed.
  loader: ({ navigate, cause }) => {
    if (cause !== 'enter') return;
    isSiteClosed().then(
      (closed) =>
        closed ? void navigate({ to: '/terminated', replace: true }) : document.body.removeAttribute('style'),
      () => {},
    );
  },
  component: LoginRoute,
});

function LoginRoute() {
  const { t } = useTranslation('identity');
  const { expired } = Route.useSearch();
  const navigate = Route.useNavigate();
  const state: LoginState = useRouterState({ select: ({ location }) => location.state });
  const openNextPage = async () => {
    forgetDraft();
    const back = await consumeReturnPoint(state.returnsToPage === true);
    const to = state.passkeys ? '/user/profile?sheet=passkeys' : (back ?? '/user');
    void navigate({ href: to, replace: true });
  };
  useBrowserBarColour('wallet');
  return (
    <LoginPage
      head={<PublicHeadOnGreen />}
      expired={expired === true}
      phone={state.phone ?? ''}
      passwordSet={state.passwordSet === true}
      registerLink={
        <Link to="/register" className={linkClass}>
          {t('login.register')}
        </Link>
      }
      forgotLink={
        <Link to="/forgot" className="tap shrink-0 text-small font-medium text-brand-text">
          {t('login.forgot')}
        </Link>
      }
      onLoggedIn={() => void openNextPage()}
    />
  );
}
