import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  closeConsole,
  createItem,
  member,
  openConsole,
  putQueue,
  withdrawal,
} from '../../../../test/console';
import { ENTER, pressKey } from '../../../../test/keyboard';
import { stubServer, type TestServer } from '../../../../test/server';
import { queueBoard } from '../boards';
import { startTexts } from '../../i18n';
import cash from '../../i18n/en/cashier.json';
import type { CashierItem } from '../wire';

let server: TestServer;

beforeEach(async () => {
  await startTexts('en');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server = stubServer();
});
afterEach(async () => {
  await closeConsole();
  vi.useRealTimers();
});

const A = { key: 'ฟ', code: 'KeyA' };
const APPROVE = 'POST /api/operator/items/WITHDRAWAL/w1/approve';
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const changes = () => server.calls.filter((call) => !call.startsWith('GET '));
const confirmButton = () => document.querySelector<HTMLElement>('form [type=submit]')!;
/** Returns the text that describes the button to screen readers. */
const aboutText = () =>
  document.getElementById(confirmButton().getAttribute('aria-describedby')!)!.textContent;

async function openQueue(...items: CashierItem[]): Promise<void> {
  await openConsole('queue');
  act(() => putQueue(...items));
}

describe('the confirmation of a withdrawal', () => {
  beforeEach(async () => {
    await openQueue(withdrawal);
    pressKey(A, { altKey: true });
  });

  it('the confirmation names member and amount, and its button has the focus', () => {
    expect(aboutText()).toContain('SOMCHAI JAIDEE (M55)');
    expect(aboutText()).toContain('55,000.00\u00a0baht');
    expect(document.activeElement).toBe(confirmButton());
  });

  it('the confirmation ignores Enter within its first half second, and accepts it afterwards', () => {
    pass(499);
    pressKey(ENTER);
    expect(changes()).toEqual([]);

    pass(1);
    pressKey(ENTER);

    expect(changes()).toEqual([APPROVE]);
  });

  it('the confirmation ignores a click within its first half second', () => {
    pass(499);
    fireEvent.click(confirmButton());

    expect(changes()).toEqual([]);
  });

  it('the confirmation ignores a key that was held down since before', () => {
    for (let i = 0; i < 40; i++) {
      pass(50);
      pressKey(ENTER, { repeat: true });
    }

    expect(changes()).toEqual([]);
  });

  it('a letter leaves the confirmation for the search', () => {
    pass(1_000);

    pressKey({ key: 's', code: 'KeyS' });
    pressKey(ENTER);

    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Find a member' }));
    expect(changes()).toEqual([]);
  });
});

describe('a refusal that needs a note', () => {
  beforeEach(async () => {
    await openQueue(withdrawal);
    pressKey({ key: 'r', code: 'KeyR' }, { altKey: true });
    pass(1_000);
    fireEvent.input(document.activeElement!, { target: { value: 'asert' } });
  });

  it('Enter moves from the note to the button, which waits another half second', () => {
    pressKey(ENTER);
    expect(document.activeElement).toBe(confirmButton());
    pressKey(ENTER);
    expect(changes()).toEqual([]);

    pass(500);
    pressKey(ENTER);

    expect(changes()).toEqual(['POST /api/operator/items/WITHDRAWAL/w1/reject']);
  });

  it('the Enter that moved to the button and is held down does nothing', () => {
    pressKey(ENTER);
    for (let i = 0; i < 40; i++) {
      pass(50);
      pressKey(ENTER, { repeat: true });
    }

    expect(changes()).toEqual([]);
  });
});

type Actions = Record<string, Record<string, unknown>>;
const confirmations = Object.entries(cash.act as Actions).flatMap(([kind, actions]) =>
  Object.keys(actions).map((action) =>
    createItem(kind, action, [{ act: action, answer: 'yes', fields: [] }], { reason: 'ADJUSTMENT' }),
  ),
);

it.each(['th', 'lo', 'en'] as const)(
  'every confirmation names the member and the amount, in %s',
  async (locale) => {
    await startTexts(locale);
    await openQueue(...confirmations);

    const incomplete = confirmations.filter(({ key, id }) => {
      act(() => queueBoard.goTo(key));
      act(() => queueBoard.openConfirmation(id));
      return [member.accountName, member._id, '55,000.00'].some((part) => !aboutText().includes(part));
    });

    expect(incomplete.map(({ key }) => key)).toEqual([]);
  },
);

it('the amount stays readable after a right-to-left name, and the name is shown as text', async () => {
  const name = '\u202e<b>IAHCMOS</b>\u2066';
  await openQueue({ ...withdrawal, member: { ...member, accountName: name } });

  pressKey(A, { altKey: true });

  expect(aboutText()).toContain('<b>IAHCMOS</b> (M55)');
  expect(aboutText()).toContain('55,000.00');
  expect(aboutText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});
