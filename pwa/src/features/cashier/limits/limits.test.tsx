import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Limits } from '@/data/domains/cash/types';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import { ToastViewport } from '@/ui/toast';
import { refusal } from '../../../../test/network';
import { ok, stubServer, type TestServer } from '../../../../test/server';
import { ActivityCard } from './activity-card';
import { findEffectTime } from './limit-rules';
import LimitsSheet from './limits-sheet';
import { groupByWeek } from './weeks';

describe('changing a limit', () => {
  it.each([
    [500, null, 'atOnce'],
    [500, 1000, 'atOnce'],
    [1000, 500, 'tomorrow'],
    [null, 500, 'tomorrow'],
    [500, 500, 'none'],
  ] as const)('a change of a limit to %j from %j applies: %s', (requested, current, effect) => {
    expect(findEffectTime(requested, current)).toBe(effect);
  });
});

describe('the weeks of an activity', () => {
  it('the weeks of an activity end with today, and each has seven days', () => {
    const days = [
      { day: '2026-11-21', deposited: 0.1, withdrawn: 0 },
      { day: '2026-11-15', deposited: 0.2, withdrawn: 5 },
      { day: '2026-11-14', deposited: 7, withdrawn: 0 },
      { day: '2026-08-01', deposited: 99, withdrawn: 0 },
    ];

    const weeks = groupByWeek(days, '2026-11-21', 2);

    expect(weeks).toEqual([
      { from: '2026-11-08', deposited: 7, withdrawn: 0 },
      { from: '2026-11-15', deposited: 0.3, withdrawn: 5 },
    ]);
  });
});

let server: TestServer;
let limits: Limits;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  server = stubServer();
  limits = {
    day: { limit: 1000, used: 250 },
    week: { limit: null, used: 250 },
    month: { limit: null, used: 900 },
  };
  server.on('POST /api/login', () => ok({ token: crypto.randomUUID(), expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
  server.on('GET /api/limits', () => ok(limits));
  await login({ username: '08', password: 'x', rememberMe: true });
});
afterEach(async () => {
  cleanup();
  if (getSession()) await act(() => logout('discard'));
  vi.unstubAllGlobals();
});

const openSheet = () =>
  render(
    <>
      <Sheet open onClose={() => {}}>
        <LimitsSheet />
      </Sheet>
      <ToastViewport />
    </>,
  );
const press = async (words: string) =>
  fireEvent.click((await screen.findByText(words, { selector: 'button, button *' })).closest('button')!);
/** Stores the requested limits, and responds with the limits that result. */
function onPut(after: (requested: Record<string, number | null>) => Limits) {
  const onRequest = vi.fn();
  server.on('PUT /api/limits', ({ body }) => {
    onRequest(body);
    limits = after(body as Record<string, number | null>);
    return ok(limits);
  });
  return onRequest;
}

describe('the limits', () => {
  it('a limit shows how much of it is used', async () => {
    openSheet();

    await screen.findByText('250.00 of 1,000.00 baht deposited');
    expect(screen.getAllByText('None set')).toHaveLength(2);
  });

  it('a lower limit applies at once', async () => {
    const onRequest = onPut(({ day }) => ({ ...limits, day: { limit: day!, used: 250 } }));
    openSheet();
    await press('Change');
    await press('500');
    await screen.findByText('Takes effect right away');
    await press('Set 500.00 baht');

    await screen.findByText('New limit set');
    expect(onRequest).toHaveBeenCalledWith({ day: 500 });
    await screen.findByText('250.00 of 500.00 baht deposited');
  });

  it('a higher limit needs a day and a second confirmation', async () => {
    const pending = { limit: 3000, effectiveAt: '2026-11-22T07:00:00Z', confirmable: false };
    onPut(() => ({ ...limits, day: { limit: 1000, used: 250, pending } }));
    openSheet();
    await press('Change');
    await press('3,000');
    await screen.findByText('Takes effect after 24 hours, once you confirm it again');
    await press('Set 3,000.00 baht');

    await screen.findByText(/You can confirm it from 22\/11\/2026 14:00/);
    expect(screen.queryByText('Confirm new limit')).toBeNull();
  });

  it('the second confirmation is requested after a day', async () => {
    limits.day.pending = { limit: 3000, effectiveAt: '2026-11-20T07:00:00Z', confirmable: true };
    server.on('POST /api/limits/confirm', ({ body }) => {
      expect(body).toEqual({ period: 'day' });
      limits = { ...limits, day: { limit: 3000, used: 250 } };
      return ok(limits);
    });
    openSheet();
    await press('Confirm new limit');

    await screen.findByText('New limit set');
    await screen.findByText('250.00 of 3,000.00 baht deposited');
  });

  it('the second confirmation removes a limit, and a message confirms this', async () => {
    limits.day.pending = { limit: null, effectiveAt: '2026-11-20T07:00:00Z', confirmable: true };
    server.on('POST /api/limits/confirm', () => {
      limits = { ...limits, day: { limit: null, used: 250 } };
      return ok(limits);
    });
    openSheet();
    await press('Remove limit');

    await screen.findByText('Limit removed');
  });

  it('a cancelled change leaves the limit unchanged', async () => {
    limits.day.pending = { limit: null, effectiveAt: '2026-11-20T07:00:00Z', confirmable: true };
    const onRequest = onPut(() => ({ ...limits, day: { limit: 1000, used: 250 } }));
    openSheet();
    await press('Keep current limit');

    await screen.findByText("Your limit hasn't changed");
    expect(onRequest).toHaveBeenCalledWith({ day: 1000 });
  });
});

describe('the activity', () => {
  it('the activity is shown in figures, and as a table for screen readers', async () => {
    const day = new Date().toISOString().slice(0, 10);
    server.on('GET /api/activity', () =>
      ok({ days: [{ day, deposited: 300, withdrawn: 120.5 }], deposited: 300, withdrawn: 120.5, net: 179.5 }),
    );

    render(<ActivityCard />);

    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['300.00', '120.50']);
    expect(screen.getByText('Net deposits since you joined').nextElementSibling?.textContent).toContain(
      '179.50',
    );
  });
});
