import { configure, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import { memberLeaves, memberWith } from '../../../test/games';
import { ok } from '../../../test/server';
import SessionsSheet from './sessions-sheet';

configure({ asyncUtilTimeout: 10_000 });

const DAY = 86_400;

beforeAll(() => startI18n('en'));
afterEach(memberLeaves);

// spec 9.45
it.each([
  ['2 years ago', 2 * 365 * DAY],
  ['2 months ago', 60 * DAY],
  ['3 days ago', 3 * DAY],
  ['4 hours ago', 4 * 3600],
  ['5 minutes ago', 5 * 60],
  ['just now', 6],
])('a session was last seen %s', async (ago, seconds) => {
  const server = await memberWith([]);
  const lastSeenAt = new Date(Date.now() - seconds * 1000).toISOString();
  const session = { _id: 's', device: 'Phone', current: true, createdAt: lastSeenAt, lastSeenAt };
  server.on('GET /api/account/sessions', () => ok({ sessions: [session] }));
  render(
    <Sheet open onClose={() => {}}>
      <SessionsSheet />
    </Sheet>,
  );

  expect(await screen.findByText(new RegExp(`${ago}$`))).toBeTruthy();
});
