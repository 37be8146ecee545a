import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import '@/i18n/cash-texts';
import { appsFor } from './bank-app-links';
import { BankApps } from './bank-apps';

vi.mock('@/data/domains/wallet/use-home', () => ({
  useHome: () => ({ data: { bankAccount: { bankCode: 'KTB' } } }),
}));

beforeAll(() => startI18n('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const on = (device: 'phone' | 'desktop') =>
  vi.stubGlobal('matchMedia', () => ({
    matches: device === 'phone',
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
const links = () => screen.queryAllByRole('link').map((each) => each.getAttribute('href'));

it("opens the member's own bank first on a phone, and says to save the picture before", () => {
  on('phone');
  render(<BankApps currency="BAHT" code="000201" />);

  expect(links()).toEqual([
    'ktbnext://',
    'kbank.kplus://',
    'scbeasy://',
    'bualuangmbanking://',
    'krungsri-kma://',
  ]);
  screen.getByText(/^Save the picture first/);
});

it('hands the code itself to BCEL One', () => {
  on('phone');
  render(<BankApps currency="LAK" code="00020101021238" />);

  expect(links()).toEqual(['onepay://qr/00020101021238']);
});

it('is not there on a desktop', () => {
  on('desktop');
  render(<BankApps currency="BAHT" code="000201" />);

  expect(links()).toEqual([]);
});

it('keeps the order of the list for a bank without a link', () => {
  expect(appsFor('BAHT', 'GSB')).toEqual(appsFor('BAHT', undefined));
});
