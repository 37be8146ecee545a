import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { logOutMember, logInMember, pressButton, createSlot } from '../../../../test/games';
import { refusal } from '../../../../test/network';
import { ok } from '../../../../test/server';
import type { Slot } from '@/data/api/types';
import { refreshHome } from '@/data/engine/home/home';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { showSheet } from '@/nav/sheets';
import { ToastViewport } from '@/ui/toast';
import { GameCard } from './game-card';
import { GameSections } from './game-sections';

vi.mock('@/nav/sheets');

beforeAll(() => startI18n('en'));

describe('the card of a game', () => {
  afterEach(cleanup);

  const renderCard = (slot: Slot) => {
    const { container } = render(<GameCard slot={slot} hidden={false} offline={false} />);
    return { pictures: [...container.querySelectorAll('img')].map((img) => img.getAttribute('src')) };
  };

  // spec 2.42, 2.43, D4.14
  it('a card shows its pictures, its balance, and the balance times the factor', () => {
    const { pictures } = renderCard(
      createSlot('imi', 'IMI', { amount: 12.5, ftWalletSlot: 10, logo: '/logo.svg' }),
    );

    expect(pictures).toEqual(['/games/bg-1.svg', '/logo.svg']);
    expect(screen.getByRole('button').textContent).toContain('12.50 baht');
    expect(screen.getByText('IMI 125.00 credits')).toBeTruthy();
  });

  // spec 2.44
  it('a card without an account offers to open one, and shows no balance', () => {
    renderCard(createSlot('imi', 'IMI', { isActive: false, amount: 0 }));

    expect(screen.getByText('Open account')).toBeTruthy();
    expect(screen.getByRole('button').textContent).not.toContain('0.00');
  });

  it('a card of a provider that did not respond shows the last balance and its time', () => {
    const findClock = (stale: boolean) => {
      renderCard(createSlot('imi', 'IMI', { amount: 100, stale, asOf: new Date().toISOString() }));
      // An age that members should notice has a clock icon.
      return screen.getByText(/^as of \d\d:\d\d/).querySelector('.lucide-clock');
    };
    expect(findClock(false)).toBeNull();
    cleanup();

    expect(findClock(true)).not.toBeNull();
    expect(screen.getByRole('button').textContent).toContain('100.00');
    expect(screen.getByText('Waiting for game')).toBeTruthy();
  });

  it('a card shows that a transfer of its game is in progress', () => {
    renderCard(createSlot('imi', 'IMI', { moving: true }));

    expect(screen.getByText('Transferring')).toBeTruthy();
  });

  // spec 2.45
  it('a tap on a card opens the game’s account', async () => {
    renderCard(createSlot('imi', 'IMI'));

    await pressButton('IMI');

    expect(showSheet).toHaveBeenCalledWith('game', { slot: 'imi' });
  });
});

describe('the games of home', () => {
  afterEach(logOutMember);

  // spec 1.8, 2.40, 2.41
  it('games are listed by category, and a category without games is hidden', async () => {
    await logInMember([
      createSlot('huayhd', 'Huay HD', { category: 'lotto' }),
      createSlot('pg', 'PG Soft'),
      createSlot('ufabet', 'UFABET', { category: 'sport' }),
    ]);
    await act(() => refreshHome());
    const { unmount } = render(<GameSections />);
    await screen.findByText('PG Soft');

    const listGames = (kind: string) =>
      screen.getByRole('heading', { name: kind }).closest('section')!.querySelectorAll('li');
    expect(['Slots', 'Sports and casino', 'Lottery'].map((kind) => listGames(kind)[0]!.textContent)).toEqual([
      expect.stringContaining('PG Soft'),
      expect.stringContaining('UFABET'),
      expect.stringContaining('Huay HD'),
    ]);
    unmount();

    await act(() =>
      withMemberDb('M1', (db) =>
        db.home.put({ key: 'slots', value: [createSlot('pg', 'PG Soft')], fetchedAt: 2 }),
      ),
    );
    render(<GameSections />);

    await screen.findByText('PG Soft');
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Slots']);
  });
});

describe('checking all games', () => {
  afterEach(logOutMember);

  it.each([
    ['all providers respond', () => ok({ slots: [createSlot('pg', 'PG Soft')] }), 'All games checked'],
    [
      'one provider does not respond',
      () => ok({ slots: [createSlot('pg', 'PG Soft', { stale: true })] }),
      "Checked. Some games haven't confirmed yet",
    ],
    ['the server fails', () => refusal(500, 'INTERNAL_SERVER_ERROR'), "We couldn't check. Please try again"],
  ])('the check reports its result if %s', async (_, respond, words) => {
    const server = await logInMember([createSlot('pg', 'PG Soft')]);
    server.on('GET /api/wallet/refresh/slot', respond);
    await act(() => refreshHome());
    render(
      <>
        <GameSections />
        <ToastViewport />
      </>,
    );

    await pressButton('Check all games');

    await screen.findByText(words);
  });

  // spec 2.46
  it('the check covers the cards until the providers have responded, and then fetches the wallet again', async () => {
    const server = await logInMember([createSlot('pg', 'PG Soft')]);
    let respond = () => {};
    server.on('GET /api/wallet/refresh/slot', async () => {
      await new Promise<void>((resolve) => (respond = resolve));
      return ok({ slots: [createSlot('pg', 'PG Soft', { amount: 320 })] });
    });
    await act(() => refreshHome());
    const { container } = render(<GameSections />);
    await screen.findByText('PG Soft');
    const countLoads = () => server.calls.filter((each) => each === 'GET /api/wallet').length;
    const before = countLoads();

    await pressButton('Check all games');

    await screen.findByText('Checking all games');
    expect(container.querySelector('[aria-busy=true]')).toBeTruthy();
    await waitFor(() => expect(server.calls).toContain('GET /api/wallet/refresh/slot'));
    expect(countLoads()).toBe(before);
    act(respond);
    await waitFor(() => expect(within(container).queryByText('Checking all games')).toBeNull());
    expect(countLoads()).toBe(before + 1);
  });
});
