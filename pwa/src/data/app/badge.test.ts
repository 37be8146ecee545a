import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually';
import { offline, ok, stubServer, type TestServer } from '../../../test/server';
import { enqueueSlip } from '../domains/slip/enqueue-slip';
import { startOutbox } from '../engine/outbox/triggers';
import { login } from '../session/session';
import { withMemberDb } from '../storage/storage';
import { followBadge } from './badge';
import { logout } from './logout';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

let server: TestServer;
let counts: number[];
let stops: (() => void)[];

beforeEach(async () => {
  server = stubServer();
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', offline);
  counts = [];
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void counts.push(count),
    clearAppBadge: async () => void counts.push(0),
  });
  stops = [startOutbox(), followBadge()];
  await login({ username: '08', password: 'x', rememberMe: true });
});

afterEach(async () => {
  for (const stop of stops) stop();
  await logout('discard');
  vi.unstubAllGlobals();
});

it('the app icon shows the number of unsent items', async () => {
  server.on('POST /api/wallet/slip', offline);
  await enqueueSlip(new File([PNG], 'slip.png'));
  await eventually(() => expect(counts.at(-1)).toBe(1));

  server.on('POST /api/wallet/slip', ({ body }) => {
    const clientId = String((body as FormData).get('clientId'));
    return ok({ clientId, status: 'PENDING', reference: 'r', version: 1 }, 202);
  });
  dispatchEvent(new Event('online'));

  await eventually(() => expect(counts.at(-1)).toBe(0));
});

it('the app icon shows the number of unread messages from support', async () => {
  await withMemberDb('M1', async (db) => {
    await db.rooms.put({ room: 'M1', readSeq: 1 } as never);
    for (const [seq, sender] of [
      [1, 'support'],
      [2, 'support'],
      [3, 'customer'],
      [4, 'support'],
    ])
      await db.chat.put({ room: 'M1', seq, sender, clientId: `c${seq}`, localAt: Number(seq) } as never);
  });
  await eventually(() => expect(counts.at(-1)).toBe(2));

  await withMemberDb('M1', (db) => db.rooms.update('M1', { readSeq: 4 }));

  await eventually(() => expect(counts.at(-1)).toBe(0));
});
