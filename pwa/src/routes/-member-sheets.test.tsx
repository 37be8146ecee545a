import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startI18n } from '@/i18n';
import { logOutMember, logInMember, createSlot } from '../../test/games';
import { renderWithSheets } from '../../test/member-sheets';
import { expectNoErrorShown } from '../../test/no-error-shown';
import { ok, type TestServer } from '../../test/server';

let server: TestServer;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  server = await logInMember([createSlot('pg', 'PG Soft')]);
});
afterEach(logOutMember);

/** Opens home with the sheet in the address. */
const open = (name: string) => renderWithSheets(null, `?sheet=${name}&slot=pg`);

// spec 2.47a, 2.47b, 2.47c, 2.47d, 2.47e, 2.47f, 2.47g, 2.47i
it.each([
  ['deposit', 'Deposit'],
  ['transfer', 'Transfer'],
  ['withdraw', 'Withdraw'],
  ['invite', 'Invite friends'],
  ['refund', 'Refund'],
  ['game', 'PG Soft'],
  ['agreement', 'Terms of use'],
  ['bank-name', 'Account name'],
])('the address opens its sheet: %s', async (name, title) => {
  for (const of of ['invite', 'refund']) server.on(`GET /api/${of}/banners`, () => ok({ banners: [] }));

  open(name);

  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
});

// spec 8.40a, 8.40b, 8.40c, 8.40d, 8.40h
it.each([
  ['deposit', "The account details couldn't be loaded yet"],
  ['invite', "We can't load this right now"],
  ['refund', "We can't load this right now"],
  ['agreement', 'Terms of use'],
  ['slips', 'Open this page again later'],
])('data that cannot be loaded shows no error, and nothing waits for it: %s', async (name, words) => {
  open(name);

  expect(await screen.findAllByText(words)).not.toEqual([]);
  await waitFor(() => expect(document.querySelector('.animate-pulse')).toBeNull());
  expectNoErrorShown();
});
