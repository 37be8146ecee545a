import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/data/api/errors';
import { login } from '@/data/session/session';
import { startI18n } from '@/i18n';
import { LoginPage } from './login-page';

vi.mock('@/data/session/session', () => ({ login: vi.fn() }));

const loginMock = vi.mocked(login);

beforeAll(() => startI18n('en'));
afterEach(() => {
  cleanup();
  loginMock.mockReset();
});

function renderPage(props: Partial<Parameters<typeof LoginPage>[0]> = {}) {
  const onLoggedIn = vi.fn();
  render(
    <LoginPage
      head=""
      registerLink=""
      forgotLink=""
      expired={false}
      phone=""
      passwordSet={false}
      onLoggedIn={onLoggedIn}
      {...props}
    />,
  );
  const fill = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  const submit = () => fireEvent.submit(screen.getByRole('button', { name: /Log in/ }).closest('form')!);
  return { onLoggedIn, fill, submit };
}

describe('the login', () => {
  // spec 2.26a, 2.27
  it('the login sends the phone’s digits, the password and remember-me', async () => {
    loginMock.mockResolvedValue({ token: 't', memberId: null, remember: true });
    const { onLoggedIn, fill, submit } = renderPage();

    fill('Phone number', '081 234 5678');
    fill('Password', 'secret123');
    fireEvent.click(screen.getByLabelText('Keep me logged in'));
    submit();

    await waitFor(() => expect(onLoggedIn).toHaveBeenCalledOnce());
    expect(loginMock).toHaveBeenCalledWith({
      username: '0812345678',
      password: 'secret123',
      rememberMe: false,
    });
  });

  it('the login sends nothing while a field is empty', () => {
    const { fill, submit } = renderPage();

    fill('Password', 'secret123');
    submit();

    expect(loginMock).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Phone number').getAttribute('aria-invalid')).toBe('true');
  });

  it('a short password shows the minimum length and sends nothing', () => {
    const { fill, submit } = renderPage();
    fill('Phone number', '0812345678');
    fill('Password', '123456');

    submit();

    expect(loginMock).not.toHaveBeenCalled();
    expect(screen.getByText(/8/)).toBeTruthy();
  });

  // spec 2.28a, 2.28b, 8.6b, 8.37
  it('a failed login shows why until the next key', async () => {
    loginMock.mockRejectedValue(new ApiError('WRONG_CREDENTIAL', 401));
    const { fill, submit } = renderPage();
    fill('Phone number', '0812345678');
    fill('Password', 'wrong horse');

    submit();
    await screen.findByText(/phone number or password isn't right/);

    fill('Password', 'wrong horse2');
    expect(screen.queryByText(/phone number or password isn't right/)).toBeNull();
  });

  it('after a registration the phone is filled in, and the empty password field has a hint', () => {
    renderPage({ phone: '0812345678', passwordSet: true });

    expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('081 234 5678');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
    expect(screen.getByText('Use the password you just set')).toBeTruthy();
  });

  it.each([' wrong horse', 'wrong horse ', '\u00a0wrong horse', 'wrong horse\u200b'])(
    'a password with an outer blank is sent as typed, and its rejection points out the blank: %j',
    async (password) => {
      loginMock.mockRejectedValue(new ApiError('WRONG_CREDENTIAL', 401));
      const { fill, submit } = renderPage();
      fill('Phone number', '0812345678');
      fill('Password', password);

      submit();

      expect(await screen.findByText(/begins or ends with a space/)).toBeTruthy();
      expect(loginMock).toHaveBeenCalledWith(expect.objectContaining({ password }));
    },
  );

  it.each([
    ['the password has blanks only inside', 'WRONG_CREDENTIAL', 'wrong horse'],
    ['the request limit was reached', 'REQUEST_LIMIT', ' wrong horse '],
  ])('a failed login mentions no outer blank if %s', async (_, code, password) => {
    loginMock.mockRejectedValue(new ApiError(code, 401));
    const { fill, submit } = renderPage();
    fill('Phone number', '0812345678');
    fill('Password', password);

    submit();

    await screen.findByRole('alert');
    expect(screen.queryByText(/begins or ends with a space/)).toBeNull();
  });

  it('an expired session shows that the member is logged out', () => {
    renderPage({ expired: true });

    expect(screen.getByRole('status').textContent).toContain("You're logged out");
  });
});
