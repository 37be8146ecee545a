import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../i18n';
import { storeSummary } from '../inbox/inbox';
import type { Summary } from '../types';
import { WhoPanel } from './who-panel';

const summary: Summary = {
  id: 'c1',
  kind: 'member',
  title: 'Mali',
  locale: 'th',
  status: 'OPEN',
  lastSeq: 1,
  unread: 0,
  customerReadSeq: 0,
  assignee: '',
  lastAt: '2026-11-21T07:00:00Z',
  lastSender: 'customer',
  preview: '',
  playClosed: false,
  online: false,
};
const NOTE = /Don't encourage them to play or deposit/;

beforeAll(() => startTexts('en'));
afterEach(cleanup);

it('only the panel of a member who closed play asks support not to change their mind', () => {
  storeSummary({ ...summary, playClosed: true });
  render(<WhoPanel id="c1" me="nok" />);
  expect(screen.getByText(NOTE)).toBeTruthy();
  cleanup();

  storeSummary(summary);
  render(<WhoPanel id="c1" me="nok" />);

  expect(screen.queryByText(NOTE)).toBeNull();
});
