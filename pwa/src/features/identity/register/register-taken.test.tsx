import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { refusal } from '../../../../test/network';
import { ok, stubServer } from '../../../../test/server';
import { RegisterPage } from './register-page';

beforeAll(() => startI18n('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

it('a phone number that has an account is rejected right after its code, with a link to the login', async () => {
  const server = stubServer();
  server.on('GET /api/lookup/registerOTP', () => ok({ registerOTP: true }));
  server.on('POST /api/otp/send', () => ok({ code: 'OK', otpRef: 'AB12', otpToken: 't' }));
  server.on('POST /api/otp/verify', () => ok({}));
  server.on('POST /api/account/validate', () => refusal(409, 'EXISTING_USER'));
  render(
    <RegisterPage
      loginLink=""
      loginButton={(phone) => <a href={`/login?phone=${phone}`}>Go to login</a>}
      onLeave={() => {}}
      onDone={() => {}}
    />,
  );
  const field = screen.getByLabelText('Phone number, 10 digits');
  fireEvent.input(field, { target: { value: '0812345678' } });
  fireEvent.submit(field.closest('form')!);
  const code = await screen.findByLabelText('Code from the SMS');

  fireEvent.input(code, { target: { value: '123456' } });

  expect(
    await screen.findByText('This phone number is already registered. You can log in with it'),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe(
    '/login?phone=0812345678',
  );
});
