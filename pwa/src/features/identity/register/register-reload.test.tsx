import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ok, stubServer } from '../../../../test/server';
import { startI18n } from '@/i18n';
import { storeDraft } from './draft';
import { RegisterPage } from './register-page';

const PHONE = '0812345678';
const PASSWORD = 'correct horse';

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  const server = stubServer();
  server.on('GET /api/lookup/registerOTP', () => ok({ registerOTP: false }));
  server.on('POST /api/account/validate', () => ok({}));
  server.on('POST /api/account', () => ok({}, 201));
  server.on('GET /api/lookup/sources', () => ok({ sources: [{ code: 'FRIEND', description: 'A friend' }] }));
  server.on('GET /api/lookup/banks', () =>
    ok({
      banks: [{ code: 'KTB', nameTH: '', nameEN: 'Krungthai Bank', nameLO: '', recommended: false }],
    }),
  );
  storeDraft({ step: 'profile', phone: PHONE, otp: null, profile: null });
  openPage();
  await screen.findByLabelText('Profile name');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const openPage = () =>
  render(<RegisterPage loginLink="" loginButton={() => ''} onLeave={() => {}} onDone={() => {}} />);
/** Closes the page in the middle of a step, and opens it again with the same session storage. */
async function reload() {
  const stored = { ...sessionStorage } as Record<string, string>;
  cleanup();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);
  openPage();
  await screen.findByLabelText('Profile name');
}
const findField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(findField(label), { target: { value } });
const chooseOption = async (button: RegExp, row: string) => {
  fireEvent.click(screen.getByRole('button', { name: button }));
  fireEvent.click(await screen.findByText(row));
};

async function submitProfile() {
  type('Profile name', 'Mali');
  await chooseOption(/^How did you find us/, 'A friend');
  await submitPasswords();
}

async function submitPasswords() {
  type('Password', PASSWORD);
  type('Confirm password', PASSWORD);
  fireEvent.submit(findField('Password').closest('form')!);
  await screen.findByLabelText('Account number');
}

async function fillBank() {
  await chooseOption(/^Bank/, 'Krungthai Bank');
  type('Account number', '118-467-2309');
  type('First name', 'mali');
  type('Last name', 'sukjai');
}

it('a reload in the profile step keeps name and source as typed so far, and no password', async () => {
  type('Profile name', 'Mali');
  await chooseOption(/^How did you find us/, 'A friend');
  type('Password', PASSWORD);
  type('Confirm password', PASSWORD);

  await reload();

  expect(findField('Profile name').value).toBe('Mali');
  expect(screen.getByRole('button', { name: /^How did you find us/ }).textContent).toBe('A friend');
  expect([findField('Password').value, findField('Confirm password').value]).toEqual(['', '']);
});

it('after a reload in the bank step, entering the password again restores bank, number and names', async () => {
  await submitProfile();
  await fillBank();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(PASSWORD);
  expect(location.href).not.toMatch(/118|mali|KTB/i);

  await reload();
  expect(findField('Profile name').value).toBe('Mali');
  await submitPasswords();

  expect(screen.getByRole('button', { name: /^Bank/ }).textContent).toContain('Krungthai Bank');
  expect(findField('Account number').value).toBe('118-467-2309');
  expect([findField('First name').value, findField('Last name').value]).toEqual(['MALI', 'SUKJAI']);
});

it('a finished registration leaves no draft in the tab', async () => {
  await submitProfile();
  await fillBank();

  fireEvent.submit(findField('Account number').closest('form')!);
  await screen.findByText("You're registered");

  expect({ ...sessionStorage }).toEqual({});
});

it('a registration with another phone number starts with empty fields', async () => {
  await submitProfile();
  await fillBank();
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByLabelText('Profile name');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));

  const phone = 'Phone number, 10 digits';
  await screen.findByLabelText(phone);
  type(phone, '0898765432');
  fireEvent.submit(findField(phone).closest('form')!);
  await screen.findByLabelText('Profile name');
  expect(findField('Profile name').value).toBe('');
  type('Profile name', 'Nok');
  await submitPasswords();

  expect([findField('Account number').value, findField('First name').value]).toEqual(['', '']);
});
