import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ok, serve } from '../../../../test/server';
import { startI18n } from '@/i18n';
import { storeDraft } from './draft';
import { RegisterPage } from './register-page';

const PHONE = '0812345678';
const PASSWORD = 'correct horse';

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  const server = serve();
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
  open();
  await screen.findByLabelText('Profile name');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const open = () =>
  render(<RegisterPage loginLink="" loginButton={() => ''} onLeave={() => {}} onDone={() => {}} />);
/** Closes the page in the middle of a step, and opens it again with the same session storage. */
async function reload() {
  const kept = { ...sessionStorage } as Record<string, string>;
  cleanup();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
  open();
  await screen.findByLabelText('Profile name');
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const choose = async (button: RegExp, row: string) => {
  fireEvent.click(screen.getByRole('button', { name: button }));
  fireEvent.click(await screen.findByText(row));
};

async function fillProfile() {
  type('Profile name', 'Mali');
  await choose(/^How did you find us/, 'A friend');
  await leaveProfile();
}

async function leaveProfile() {
  type('Password', PASSWORD);
  type('Confirm password', PASSWORD);
  fireEvent.submit(field('Password').closest('form')!);
  await screen.findByLabelText('Account number');
}

async function fillBank() {
  await choose(/^Bank/, 'Krungthai Bank');
  type('Account number', '118-467-2309');
  type('First name', 'mali');
  type('Last name', 'sukjai');
}

it('a reload in the profile step keeps name and source as typed so far, and no password', async () => {
  type('Profile name', 'Mali');
  await choose(/^How did you find us/, 'A friend');
  type('Password', PASSWORD);
  type('Confirm password', PASSWORD);

  await reload();

  expect(field('Profile name').value).toBe('Mali');
  expect(screen.getByRole('button', { name: /^How did you find us/ }).textContent).toBe('A friend');
  expect([field('Password').value, field('Confirm password').value]).toEqual(['', '']);
});

it('a reload in the bank step keeps bank, number and names for when the password was typed again', async () => {
  await fillProfile();
  await fillBank();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(PASSWORD);
  expect(location.href).not.toMatch(/118|mali|KTB/i);

  await reload();
  expect(field('Profile name').value).toBe('Mali');
  await leaveProfile();

  expect(screen.getByRole('button', { name: /^Bank/ }).textContent).toContain('Krungthai Bank');
  expect(field('Account number').value).toBe('118-467-2309');
  expect([field('First name').value, field('Last name').value]).toEqual(['MALI', 'SUKJAI']);
});

it('a finished registration leaves nothing of it in the tab', async () => {
  await fillProfile();
  await fillBank();

  fireEvent.submit(field('Account number').closest('form')!);
  await screen.findByText("You're registered");

  expect({ ...sessionStorage }).toEqual({});
});

it('another phone number starts with empty fields', async () => {
  await fillProfile();
  await fillBank();
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByLabelText('Profile name');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));

  const phone = 'Phone number, 10 digits';
  await screen.findByLabelText(phone);
  type(phone, '0898765432');
  fireEvent.submit(field(phone).closest('form')!);
  await screen.findByLabelText('Profile name');
  expect(field('Profile name').value).toBe('');
  type('Profile name', 'Nok');
  await leaveProfile();

  expect([field('Account number').value, field('First name').value]).toEqual(['', '']);
});
