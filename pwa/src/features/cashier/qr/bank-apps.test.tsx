import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import '@/i18n/cash-texts';
import { listBankApps } from './bank-app-links';
import { BankApps } from './bank-apps';

vi.mock('@/data/domains/wallet/use-home', () => ({
  useHome: () => ({ data: { bankAccount: { bankCode: 'KTB' } } }),
}));

beforeAll(() => startI18n('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const stubDevice = (device: 'phone' | 'desktop') =>
  vi.stubGlobal('matchMedia', () => ({
    matches: device === 'phone',
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
const listLinks = () => screen.queryAllByRole('link').map((each) => each.getAttribute('href'));

it('the member’s own bank app comes first on a phone, after the advice to save the picture', () => {
  stubDevice('phone');
  render(<BankApps currency="BAHT" code="000201" />);

  expect(listLinks()).toEqual([
    'ktbnext://',
    'kbank.kplus://',
    'scbeasy://',
    'bualuangmbanking://',
    'krungsri-kma://',
  ]);
  screen.getByText(/^Save the picture first/);
});

it('the link of BCEL One contains the text of the QR code', () => {
  stubDevice('phone');
  render(<BankApps currency="LAK" code="00020101021238" />);

  expect(listLinks()).toEqual(['onepay://qr/00020101021238']);
});

it('a desktop shows no bank apps', () => {
  stubDevice('desktop');
  render(<BankApps currency="BAHT" code="000201" />);

  expect(listLinks()).toEqual([]);
});

it('the order of the apps stays the same for a member of a bank without a link', () => {
  expect(listBankApps('BAHT', 'GSB')).toEqual(listBankApps('BAHT', undefined));
});
