import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeConsole, memberItem, openConsole, putMember } from '../../../../test/console';
import { ok, stubServer, type TestServer } from '../../../../test/server';
import { startTexts } from '../../i18n';
import { memberBoard } from '../boards';

const FREEZE = `/api/operator/items/MEMBER/${memberItem.id}/freeze`;

let server: TestServer;
let sent: unknown[];

beforeEach(async () => {
  await startTexts('en');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server = stubServer();
  sent = [];
  server.on(`POST ${FREEZE}`, ({ body }) => {
    sent.push(body);
    return ok({});
  });
  await openConsole('proposals');
  act(putMember);
  act(() => memberBoard.openConfirmation('freeze'));
  act(() => void vi.advanceTimersByTime(1_000));
  fireEvent.input(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'asked for it' } });
});
afterEach(async () => {
  await closeConsole();
  vi.useRealTimers();
});

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Frozen until' });
/** Returns the text that describes the field to screen readers. */
const note = () => document.getElementById(field().getAttribute('aria-describedby')!)!.textContent;

/** Types the characters as single keys. */
function type(text: string): void {
  for (const key of text)
    fireEvent.input(field(), { target: { value: field().value + key }, inputType: 'insertText', data: key });
}

function paste(text: string): void {
  fireEvent.input(field(), { target: { value: text }, inputType: 'insertFromPaste', data: null });
}

async function confirm(): Promise<void> {
  await act(async () => fireEvent.click(document.querySelector('form [type=submit]')!));
}

it('the time field is a text field in the console’s order, whatever the browser’s language', () => {
  expect(field().type).toBe('text');
  expect(field().inputMode).toBe('numeric');
  expect(field().placeholder).toBe('DD/MM/YYYY HH:MM');
});

/** The value that a browser in Bangkok sent for 14:30 from its native field. */
const MOMENT = '2026-11-21T07:30:00.000Z';

it.each([
  ['typed without separators', () => type('211120261430')],
  ['typed with separators', () => type('21/11/2026 14:30')],
  ['typed in Thai digits', () => type('๒๑๑๑๒๐๒๖๑๔๓๐')],
  ['pasted in Lao digits', () => paste('໒໑/໑໑/໒໐໒໖ ໑໔:໓໐')],
  ['pasted as an ISO date', () => paste('2026-11-21T14:30')],
])('a time that is %s reaches the server as from the browser’s own field', async (_, fill) => {
  fill();
  expect(field().value).toBe('21/11/2026 14:30');

  await confirm();

  expect(sent).toEqual([{ why: 'asked for it', until: MOMENT }]);
});

it('an empty time is omitted', async () => {
  await confirm();

  expect(sent).toEqual([{ why: 'asked for it' }]);
});

it.each([
  ['21/11/2569 14:30', '2569 is a Buddhist year. Enter 2026'],
  ['31/02/2026 14:30', 'There is no such day. Check the day and month'],
])('%s is refused at once, and sends nothing', async (text, refusal) => {
  type(text);
  expect(note()).toBe(refusal);

  await confirm();

  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
});

it.each([
  ['21/11', 'Enter a date and time, such as 21/11/2026 14:30'],
  ['21/11/26', 'Enter all 4\u00a0digits of the year, such as 2026'],
  ['21/11/2026', 'Enter a time from 00:00 to 23:59'],
  ['21/11/2026 24:00', 'Enter a time from 00:00 to 23:59'],
])('%s is refused once it is confirmed, and sends nothing', async (text, refusal) => {
  type(text);
  expect(field().hasAttribute('aria-invalid')).toBe(false);

  await confirm();

  expect(note()).toBe(refusal);
  expect(sent).toEqual([]);
});
