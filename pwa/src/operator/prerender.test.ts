import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../../test/eventually';
import { noteServerDate } from '@/data/api/clock';
import { timeNow } from '@/ui/now';
import { stubServer } from '../../test/server';
// Loads the first page's code in advance, so that the test waits only for its start.
import './cashier/live';
import './inbox/inbox-page';
import './live/chats';
import './pages';
import './presence';

vi.hoisted(() => {
  const session = { token: 't', username: 'nok', role: 'admin', expiresAt: '2099-01-01T00:00:00Z' };
  sessionStorage.setItem('operator-session', JSON.stringify(session));
});

afterEach(() => {
  Reflect.deleteProperty(document, 'prerendering');
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

it('a console that the browser prerenders sends no request until it is shown', async () => {
  const server = stubServer();
  const socket = vi.fn();
  vi.stubGlobal('WebSocket', socket);
  document.body.innerHTML = '<div id="root"></div>';
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });

  const started = import('./main');
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve));
  expect([server.calls, socket.mock.calls]).toEqual([[], []]);
  Reflect.deleteProperty(document, 'prerendering');
  document.dispatchEvent(new Event('prerenderingchange'));
  await started;

  await eventually(() => expect(server.calls).toContain('GET /api/operator/chat/conversations'));
  // The page names days by the server's clock.
  noteServerDate('Sat, 21 Nov 2043 07:00:00 GMT');
  expect(new Date(timeNow()).getFullYear()).toBe(2043);
});
