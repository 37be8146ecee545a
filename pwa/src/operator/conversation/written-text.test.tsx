import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  closeConsole,
  conversation,
  openConsole,
  proposal,
  putConversations,
  putProposals,
} from '../../../test/console';
import { ok, stubServer, type TestServer } from '../../../test/server';
import { proposalBoard } from '../cashier/boards';
import { startTexts } from '../i18n';
import { openPanel } from '../panel/open-panel';
import { openConversation } from '../router';
import { catchUp } from '../thread/threads';

/** Two lines, the second one a long word without breaks. */
const TEXT = `หนึ่ง\nสอง${'\ufdfd'.repeat(300)}`;

let server: TestServer;

beforeEach(async () => {
  await startTexts('en');
  server = stubServer();
});
afterEach(closeConsole);

const places: [string, () => void | Promise<void>][] = [
  [
    'a message',
    async () => {
      server.on('GET /api/operator/chat/conversations/7/messages', () =>
        ok([
          {
            _id: '1',
            seq: 1,
            clientId: 'c1',
            sender: 'customer',
            message: { message_type: 'text', payload: TEXT },
            createdAt: '2026-11-21T07:00:00Z',
          },
        ]),
      );
      await openConsole('inbox');
      act(() => putConversations(conversation));
      await act(() => openConversation('7'));
      await act(() => catchUp('7'));
    },
  ],
  [
    'the reason of a proposal',
    async () => {
      await openConsole('proposals');
      act(() => putProposals({ ...proposal, facts: [{ code: 'why', type: 'text', value: TEXT }] }));
      act(() => proposalBoard.goTo(proposal.key));
    },
  ],
  [
    'the details of a log entry',
    async () => {
      const entry = {
        id: 1,
        at: '2026-11-21T07:00:00Z',
        operator: 'nok',
        action: 'member.freeze',
        subject: 'M55',
        details: { why: TEXT },
        requestId: 'testtesttesttest',
      };
      server.on('GET /api/operator/audit', () => ok({ entries: [entry], hasOlder: false }));
      await openConsole('log');
    },
  ],
  [
    'a saved reply',
    async () => {
      const reply = { id: '1', title: 'Hello', th: TEXT, lo: TEXT, en: TEXT };
      server.on('GET /api/operator/chat/canned', () => ok({ replies: [reply] }));
      await openConsole('inbox');
      act(() => openPanel('canned'));
    },
  ],
];

it.each(places)('%s keeps its line breaks, and a long word stays inside', async (_, open) => {
  await open();

  const [shown] = await screen.findAllByText(
    (_text, element) => element?.tagName === 'BDI' && (element.textContent ?? '').includes(TEXT),
  );

  expect(shown!.closest('.whitespace-pre-wrap')).not.toBeNull();
  expect(shown!.closest('.wrap-anywhere, .break-words')).not.toBeNull();
});
