import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { RegisterPage } from '@/features/identity/register/register-page';
import { startI18n } from '@/i18n';
import { Route } from './register';

let page: Parameters<typeof RegisterPage>[0];
vi.mock('@/features/identity/register/register-page', () => ({
  RegisterPage: (props: typeof page) => {
    page = props;
    return null;
  },
}));

beforeAll(() => startI18n('en'));
afterEach(cleanup);

// spec 2.23, 4.6, 9.41
it('a finished registration opens the login with the phone, and that its password was just set', () => {
  const navigate = vi.fn();
  vi.spyOn(Route, 'useNavigate').mockReturnValue(navigate);
  const Page = Route.options.component!;
  render(<Page />);

  page.onDone('0812345678');

  expect(navigate).toHaveBeenCalledExactlyOnceWith({
    to: '/login',
    replace: true,
    state: { phone: '0812345678', passwordSet: true },
  });
});
