import { act, cleanup, render, screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import './cash-texts';
import { showLocale, startI18n } from './index';
import { countIn } from './unit';

const texts = import.meta.glob<object>('./{th,lo,en}/*.json', { eager: true, import: 'default' });

/** The name of a currency where it is chosen. */
const CHOICE = /"BAHT":"[^"]*"/g;

function Balance() {
  const { t } = useTranslation('cash');
  return <p>{t('withdraw.submit', { amount: '250,000.00' })}</p>;
}

beforeEach(() => startI18n('en'));
afterEach(() => {
  cleanup();
  countIn('BAHT');
  vi.unstubAllEnvs();
});

it('the unit is the member’s currency, also on a screen that is already shown', () => {
  render(<Balance />);
  expect(screen.getByText('Withdraw 250,000.00 baht')).toBeTruthy();

  act(() => countIn('LAK'));

  expect(screen.getByText('Withdraw 250,000.00 kip')).toBeTruthy();
});

it('the unit is in the shown language', async () => {
  countIn('LAK');
  render(<Balance />);

  await act(() => showLocale('lo'));
  expect(screen.getByText(/250,000.00 ກີບ/)).toBeTruthy();
  await act(() => showLocale('th'));
  expect(screen.getByText(/250,000.00 กีบ/)).toBeTruthy();
});

it('no text names a unit', () => {
  const named = Object.entries(texts).filter(([, words]) =>
    /บาท|ບາດ|[ }"]baht(?!":)/.test(JSON.stringify(words).replaceAll(CHOICE, '')),
  );

  expect(named.map(([file]) => file)).toEqual([]);
});
