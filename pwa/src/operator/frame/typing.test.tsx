import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  closeConsole,
  conversation,
  found,
  memberItem,
  openConsole,
  putMember,
  proposal,
  putConversations,
  putProposals,
  putQueue,
  slip,
  toReturn,
  unmatched,
  withdrawal,
} from '../../../test/console';
import { ENTER, findFocusable, pressKey, randomTexts, typeWithEnter } from '../../../test/keyboard';
import { refusal } from '../../../test/network';
import { ok, stubServer, type TestServer } from '../../../test/server';
import { memberBoard, proposalBoard, queueBoard } from '../cashier/boards';
import { startTexts } from '../i18n';
import { openPanel } from '../panel/open-panel';
import { openConversation } from '../router';
import { catchUp } from '../thread/threads';

/**
 * The number of words per page, distributed over its focusable elements. The slow tests set 500. WORDS_EACH
 * sets the number per element instead.
 */
const WORDS = Number(process.env.WORDS ?? 40);

let server: TestServer;

beforeAll(() => startTexts('en'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  server = stubServer();
});
afterEach(async () => {
  await closeConsole();
  vi.useRealTimers();
});

/** Returns all focusable elements except the reply field, whose text is sent to the open customer. */
const placesToType = () => findFocusable().filter((place) => !place.matches('[data-reply]'));

function focusAt(place: HTMLElement | undefined): void {
  if (place) act(() => place.focus());
  else (document.activeElement as HTMLElement).blur();
}

const textOf = (word: { key: string }[]) => word.map(({ key }) => key).join('');

/** Returns the calls that change something. */
const changes = () => server.calls.filter((call) => !call.startsWith('GET '));

const openCashierPage = async (section: 'queue' | 'proposals') => {
  await openConsole(section);
  act(() => {
    putQueue(withdrawal, slip, toReturn, unmatched);
    putProposals(proposal);
  });
};
const openInboxPage = async () => {
  await openConsole('inbox');
  act(() => putConversations(conversation, { ...conversation, id: '8', title: 'Ann' }));
};
const openConversationPage = async () => {
  server.on('GET /api/operator/chat/conversations/7/messages', () => ok([]));
  await openInboxPage();
  await act(() => openConversation('7'));
  await act(() => catchUp('7'));
};
/** Opens an item and the form of one of its actions. After a second the form accepts Enter. */
const openAction = (board: typeof queueBoard, key: string, action: string) => {
  act(() => board.goTo(key));
  act(() => board.openConfirmation(action));
  act(() => void vi.advanceTimersByTime(1_000));
};

const pages: [string, () => Promise<void>][] = [
  ['the queue with a withdrawal first', () => openCashierPage('queue')],
  [
    'the queue with a slip first',
    async () => {
      await openConsole('queue');
      act(() => putQueue(slip, withdrawal));
    },
  ],
  [
    'an item that asks for a reference',
    async () => {
      await openCashierPage('queue');
      act(() => queueBoard.goTo(toReturn.key));
    },
  ],
  [
    'an item without an owner',
    async () => {
      await openCashierPage('queue');
      act(() => queueBoard.goTo(unmatched.key));
    },
  ],
  [
    'the confirmation of a withdrawal',
    async () => {
      await openCashierPage('queue');
      openAction(queueBoard, withdrawal.key, 'approve');
    },
  ],
  [
    'the refusal of a withdrawal, which asks for a note',
    async () => {
      await openCashierPage('queue');
      openAction(queueBoard, withdrawal.key, 'reject');
    },
  ],
  [
    'the refusal of a slip, with a reason chosen',
    async () => {
      await openCashierPage('queue');
      openAction(queueBoard, slip.key, 'reject');
      fireEvent.click(screen.getAllByRole('radio')[0]!);
    },
  ],
  [
    'a member',
    async () => {
      await openCashierPage('queue');
      act(putMember);
    },
  ],
  [
    'the freezing of a member',
    async () => {
      await openCashierPage('queue');
      act(putMember);
      openAction(memberBoard, memberItem.key, 'freeze');
    },
  ],
  ['the proposals', () => openCashierPage('proposals')],
  [
    'a proposal',
    async () => {
      await openCashierPage('proposals');
      act(() => proposalBoard.goTo(proposal.key));
    },
  ],
  [
    'the confirmation of a proposal',
    async () => {
      await openCashierPage('proposals');
      openAction(proposalBoard, proposal.key, 'approve');
    },
  ],
  ['the log', () => openConsole('log')],
  ['the inbox', openInboxPage],
  ['a conversation', openConversationPage],
  ...(['who', 'compose', 'canned', 'me'] as const).map((panel): [string, () => Promise<void>] => [
    `a conversation with the panel ${panel}`,
    async () => {
      await openConversationPage();
      act(() => openPanel(panel));
    },
  ]),
];

it.each(pages)('random words with Enter change nothing, typed at each place of %s', async (_, open) => {
  await open();
  const places = placesToType().length + 1;
  const each = Number(process.env.WORDS_EACH ?? Math.ceil(WORDS / places));
  const changed: string[] = [];
  for (let place = 0; place < places; place++) {
    let at: HTMLElement | undefined;
    for (const word of randomTexts(each, place + 1)) {
      // After the last element, the page itself gets the keys.
      if (!at?.isConnected) at = placesToType()[place];
      focusAt(at);
      typeWithEnter(word);
      if (changes().length === 0) continue;
      changed.push(`${textOf(word)} at ${place}: ${changes()}`);
      server.calls.length = 0;
    }
  }

  expect(changed).toEqual([]);
});

it('the search of random words only opens the members that it finds, which is logged', async () => {
  server.on('GET /api/operator/members', () => ok({ members: [found] }));
  server.on('POST /api/operator/members/M55/open', () => refusal(404, 'NO_DATA'));
  await openCashierPage('queue');

  for (const word of randomTexts(20, 3)) {
    for (const key of word) pressKey(key);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    pressKey(ENTER);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }

  expect(changes()).toHaveLength(20);
  expect(new Set(changes())).toEqual(new Set(['POST /api/operator/members/M55/open']));
});

it('the reply sends its own text, and nothing else', async () => {
  await openConversationPage();
  const words = randomTexts(20, 5);
  server.on('POST /api/operator/chat/conversations/7/messages', ({ body }) => {
    sent.push((body as { message: { payload: string } }).message.payload);
    return ok({ _id: `m${sent.length}`, seq: sent.length, timestamp: '2026-11-21T07:00:00Z' });
  });
  const sent: string[] = [];

  act(() => document.querySelector<HTMLElement>('[data-reply]')!.focus());
  for (const word of words) {
    for (const key of word) pressKey(key);
    pressKey(ENTER);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }

  expect(sent).toEqual(words.map(textOf));
  expect(new Set(changes())).toEqual(new Set(['POST /api/operator/chat/conversations/7/messages']));
});
