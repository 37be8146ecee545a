import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  closeConsole,
  conversation,
  found,
  openConsole,
  putConversations,
  putProposals,
  putQueue,
  proposal,
  slip,
  unmatched,
  withdrawal,
} from '../../../test/console';
import { ENTER, pressKey } from '../../../test/keyboard';
import { ok, stubServer, type TestServer } from '../../../test/server';
import { queueBoard } from '../cashier/boards';
import { startTexts } from '../i18n';
import { openConversation } from '../router';
import { acceptsText } from './keys';

let server: TestServer;

beforeAll(() => startTexts('en'));
beforeEach(() => {
  frames.length = 0;
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  server = stubServer();
});
afterEach(async () => {
  await closeConsole();
  vi.unstubAllGlobals();
});

const DOWN = { key: 'ArrowDown', code: 'ArrowDown' };
const UP = { key: 'ArrowUp', code: 'ArrowUp' };
const S = { key: 's', code: 'KeyS' };
const pressAlt = (code: string, key: string) => pressKey({ key, code }, { altKey: true });
const frames: (() => void)[] = [];
const pressArrow = (key: typeof DOWN, options: KeyboardEventInit = {}) => {
  pressKey(key, options);
  act(() => frames.splice(0).forEach((draw) => draw()));
};
const focused = () => document.activeElement;
const search = () => screen.getByRole('combobox', { name: 'Find a member' });
const row = (key: string) => document.querySelector<HTMLElement>(`[data-row="${key}"]`);
const changes = () => server.calls.filter((call) => !call.startsWith('GET '));
const openKey = () => queueBoard.store.get().list.cursor;

async function openQueue(): Promise<void> {
  await openConsole('queue');
  act(() => putQueue(withdrawal, slip, unmatched));
}

describe('the queue', () => {
  it('the search has the focus when the queue opens', async () => {
    await openQueue();

    expect(focused()).toBe(search());
  });

  it('the queue opens without the keyboard of a phone', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: query === '(pointer: coarse)' }) as never,
    );

    await openQueue();

    expect(focused()).toBe(document.body);
  });

  it('a letter typed on a row or a button goes into the search', async () => {
    await openQueue();
    for (const place of [row(slip.key)!, screen.getByRole('button', { name: /Pay out/ }), document.body]) {
      fireEvent.input(search(), { target: { value: 'old' } });
      act(() => (place === document.body ? (focused() as HTMLElement).blur() : place.focus()));

      pressKey(S);

      expect(focused()).toBe(search());
      expect((search() as HTMLInputElement).value).toBe('s');
    }
  });

  it('the focus stays on the confirmation that a chord opened before the arrow’s row was rendered', async () => {
    await openQueue();
    pressKey(DOWN);
    pressAlt('KeyR', 'r');
    const confirmation = focused();
    expect(confirmation?.closest('form')).toBeTruthy();

    act(() => frames.splice(0).forEach((draw) => draw()));

    expect(focused()).toBe(confirmation);
  });

  it('the focus stays on an empty required field, also if its chord came before the arrow’s row was rendered', async () => {
    await openQueue();
    pressArrow(DOWN);
    pressKey(DOWN);
    expect(openKey()).toBe(unmatched.key);
    pressAlt('KeyA', 'a');
    const missingField = focused();
    expect(missingField?.getAttribute('data-need')).toBe('memberId');

    act(() => frames.splice(0).forEach((draw) => draw()));

    expect(focused()).toBe(missingField);
  });

  it('the slash moves to the search, and is not typed there while it is empty', async () => {
    await openQueue();
    act(() => row(slip.key)!.focus());

    pressKey({ key: '/', code: 'Digit2' });
    expect(focused()).toBe(search());
    pressKey({ key: '/', code: 'Digit2' });

    expect((search() as HTMLInputElement).value).toBe('');
  });

  it('the focus stays in the search once a member is found', async () => {
    server.on('GET /api/operator/members', () => ok({ members: [found] }));
    await openQueue();
    pressKey(S);
    await screen.findByRole('option', { name: /M55/ });

    pressKey(ENTER);

    expect(focused()).toBe(search());
    expect((search() as HTMLInputElement).value).toBe('');
  });

  it('the arrows move from the search and from a row, repeatedly while held down', async () => {
    await openQueue();

    pressArrow(DOWN);
    expect(openKey()).toBe(slip.key);
    expect(focused()).toBe(row(slip.key));
    pressArrow(DOWN, { repeat: true });
    expect(openKey()).toBe(unmatched.key);
    pressArrow(UP);

    expect(openKey()).toBe(slip.key);
  });

  it('the arrows do not move the cursor while a form is open', async () => {
    await openQueue();
    act(() => queueBoard.openConfirmation('reject'));

    pressKey(DOWN);

    expect(openKey()).toBe(withdrawal.key);
  });

  it('a chord opens a confirmation once however long it is held down, also from the search', async () => {
    await openQueue();
    pressKey({ key: 'พ', code: 'KeyR' }, { altKey: true, repeat: true });
    expect(queueBoard.store.get().confirming).toBeNull();

    pressAlt('KeyR', 'พ');

    expect(queueBoard.store.get().confirming).toBe('reject');
    expect(changes()).toEqual([]);
  });

  it('a chord focuses the member search of an item that still needs its member', async () => {
    await openQueue();
    act(() => queueBoard.goTo(unmatched.key));

    pressAlt('KeyA', 'a');

    expect(focused()?.getAttribute('data-need')).toBe('memberId');
  });

  it('no key works under a dialog', async () => {
    await openQueue();
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    document.body.append(dialog);

    pressAlt('KeyA', 'a');
    pressKey(DOWN);
    dialog.remove();

    expect(queueBoard.store.get().confirming).toBeNull();
    expect(openKey()).toBe(withdrawal.key);
  });
});

it('the search has the focus when the page of proposals opens', async () => {
  await openConsole('proposals');
  act(() => putProposals());

  expect(focused()?.getAttribute('data-page-search')).toBe('');
  act(() => putProposals(proposal));
});

describe('the inbox', () => {
  beforeEach(async () => {
    await openConsole('inbox');
    act(() => putConversations(conversation));
  });

  it('a letter typed on a button removes the focus, so that Enter presses nothing', async () => {
    await act(() => openConversation('7'));
    act(() => screen.getByRole('button', { name: /^Close/ }).focus());

    pressKey({ key: 'c', code: 'KeyC' });
    pressKey(ENTER);

    expect(focused()).toBe(document.body);
    expect(changes()).toEqual([]);
  });

  it('chords assign, close and answer a conversation, wherever the focus is', async () => {
    await act(() => openConversation('7'));

    pressAlt('KeyA', 'ฟ');
    pressAlt('KeyC', 'แ');
    pressAlt('KeyR', 'พ');

    expect(changes()).toEqual([
      'PUT /api/operator/chat/conversations/7/assignee',
      'POST /api/operator/chat/conversations/7/close',
    ]);
    expect(focused()?.hasAttribute('data-reply')).toBe(true);
  });

  it('a chord opens the saved replies, and keeps the written text', async () => {
    await act(() => openConversation('7'));
    pressAlt('Slash', 'ฝ');
    expect((focused() as HTMLTextAreaElement).value).toBe('/');
    fireEvent.input(focused()!, { target: { value: 'half an answer' } });

    pressAlt('Slash', 'ฝ');

    expect((focused() as HTMLTextAreaElement).value).toBe('half an answer');
  });

  it('the arrows move between conversations, and Enter opens one', async () => {
    pressKey(DOWN);
    expect(focused()).toBe(row('7'));

    pressKey(ENTER);

    expect(await screen.findByRole('heading', { level: 2, name: /Mali/ })).toBeTruthy();
  });
});

it('a text field takes letters, a radio button does not', () => {
  const radio = Object.assign(document.createElement('input'), { type: 'radio' });
  const fields = ['input', 'textarea', 'select'].map((name) => document.createElement(name));

  expect([radio, ...fields].map(acceptsText)).toEqual([false, true, true, true]);
});
