import { configure, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { FoundPromotion, RunningBonus } from '@/data/api/types';
import { putHomePart } from '@/data/resources/home';
import { inMember } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { showSheet } from '@/nav/sheets';
import { Sheet } from '@/ui/sheet';
import { refusal } from '../../../../test/network';
import { memberLeaves, memberWith, press } from '../../../../test/games';
import { ok, type TestServer } from '../../../../test/server';
import { BonusPage } from './bonus-page';
import PromotionSheet from './promotion-sheet';

vi.mock('@/nav/sheets');
configure({ asyncUtilTimeout: 10_000 });

const running: RunningBonus = {
  _id: 'b1',
  type: 'bonus',
  code: 'WELCOME',
  name: 'Welcome 20%',
  amount: 200,
  needed: 14_400,
  played: 0,
  left: 14_400,
  percentFail: 0,
  failAt: 0,
  createdAt: '2026-11-21T07:00:00Z',
};
const promotion: FoundPromotion = {
  code: 'KRAPAO50',
  name: 'Fifty for all',
  description: '',
  amount: 50,
  turnover: 10,
  percentFail: 5,
};

let server: TestServer;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  server = await memberWith([]);
  server.on('GET /api/bonus', () => ok([]));
  server.on('GET /api/promotion/find/KRAPAO50', () => ok(promotion));
});
afterEach(memberLeaves);

// spec 2.83
it.each([
  ['bonus', 'Your active bonus'],
  ['promotion', 'Your active promotion'],
] as const)(
  'says that a %s is active and how to cancel it, and looks for no promotion',
  async (type, title) => {
    await inMember('M1', (db) => putHomePart(db, 'bonus', { ...running, type }, 1));
    render(<BonusPage />);

    await screen.findByRole('heading', { name: title });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel bonus' }));

    expect(showSheet).toHaveBeenLastCalledWith('clear-bonus');
    expect(screen.queryByRole('textbox')).toBeNull();
  },
);

// spec 8.29b
it('a promotion that is refused is a dialog with the reason of the server', async () => {
  server.on('POST /api/promotion/activate/KRAPAO50', () => refusal(409, 'PROMOTION_RECEIVED'));
  render(
    <Sheet open onClose={() => {}}>
      <PromotionSheet code="KRAPAO50" />
    </Sheet>,
  );

  await press('Receive 50.00 baht');

  await screen.findByRole('alertdialog', { name: 'You have received this promotion already' });
});
