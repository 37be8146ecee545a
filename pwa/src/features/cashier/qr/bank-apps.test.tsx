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

it('the member’s own bank app comes first on a phone, after the advice to save the picture', () => {
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

it('BCEL One receives the code itself', () => {
  on('phone');
  render(<BankApps currency="LAK" code="00020101021238" />);

  expect(links()).toEqual(['onepay://qr/00020101021238']);
});

it('a desktop shows no bank apps', () => {
  on('desktop');
  render(<BankApps currency="BAHT" code="000201" />);

  expect(links()).toEqual([]);
});

it('a bank without a link keeps its position in the list', () => {
  expect(appsFor('BAHT', 'GSB')).toEqual(appsFor('BAHT', undefined));
});
