import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sendCommand } from '@/data/engine/commands/send';
import { refreshResource } from '@/data/engine/resources/refresh';
import { buildCouponClaim } from '@/data/domains/rewards/spin';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import { transferLine, logOutMember, logInMember, wallet } from '../../../../test/games';
import { ok } from '../../../../test/server';
import PrizeSheet from './prize-sheet';

vi.mock('@/nav/sheets');
const SETUP = 'GET /api/spinwheel/setup';

beforeAll(() => startI18n('en'));
afterEach(logOutMember);

async function logInWithWheel() {
  const server = await logInMember([]);
  server.on(SETUP, () => ok({ result: { activeSpinwheel: null, userCoin: { coin: 1 } } }));
  return server;
}

// spec 4.27
it('closing a prize’s sheet fetches the wheel again', async () => {
  const server = await logInWithWheel();
  const { unmount } = render(
    <Sheet open onClose={() => {}}>
      <PrizeSheet spin="s1" />
    </Sheet>,
  );
  await screen.findByRole('dialog');
  expect(server.calls).not.toContain(SETUP);

  unmount();

  await waitFor(() => expect(server.calls).toContain(SETUP));
});

// spec 4.27
it('claiming a coupon fetches the wheel again', async () => {
  const server = await logInWithWheel();
  await refreshResource('spinwheel');
  server.on('POST /api/spinwheel/coupon/claim', () => {
    server.calls.length = 0;
    return ok({ success: true, statement: transferLine, wallet: wallet(10) });
  });

  await sendCommand(buildCouponClaim('CASH10'));

  await waitFor(() => expect(server.calls).toContain(SETUP));
});
