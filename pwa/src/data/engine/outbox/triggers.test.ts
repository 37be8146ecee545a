import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { FakeLocks } from '../../../../test/locks';
import { offline, ok, stubServer, type TestServer } from '../../../../test/server';
import { reportCall } from '../../device/traffic';
import { logout } from '../../app/logout';
import { getSession, login } from '../../session/session';
import { withMemberDbAfterSession, withMemberDb } from '../../storage/storage';
import { enqueueSlip } from '../../domains/slip/enqueue-slip';
import { enqueuePicture } from '../../domains/slip/store';
import { drain } from './run';
import { startOutbox } from './triggers';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const png = () => new File([PNG], 'slip.png');

let server: TestServer;
let acceptedIds: string[];
let stop: () => void;

beforeEach(async () => {
  server = stubServer();
  acceptedIds = [];
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', offline);
  server.on('POST /api/wallet/slip', ({ body }) => {
    const clientId = String((body as FormData).get('clientId'));
    acceptedIds.push(clientId);
    return ok({ clientId, status: 'PENDING', reference: 'r', version: 1 }, 202);
  });
  await login({ username: '08', password: 'x', rememberMe: true });
  stop = startOutbox();
  await drain();
});

afterEach(async () => {
  stop();
  if (getSession()) await logout('discard');
  vi.unstubAllGlobals();
});

const picture = { id: 'a1', bytes: PNG.buffer, mime: 'image/png', sha256: '' };
/** Queues an item as another tab would, without this page noticing it. */
const queueInOtherTab = () => withMemberDb('M1', (db) => enqueuePicture(db, picture, Date.now()));
const items = () => withMemberDbAfterSession('M1', (db) => db.outbox.toArray());
function restart(): void {
  stop();
  stop = startOutbox();
}
const show = () => document.dispatchEvent(new Event('visibilitychange'));

describe('a queued item is sent', () => {
  it.each([
    ['the page is shown again', show],
    ['the page returns from the back/forward cache', () => dispatchEvent(new Event('pageshow'))],
    ['the page starts', restart],
  ])('a queued item is sent: %s', async (_, trigger) => {
    await queueInOtherTab();

    trigger();

    await eventually(() => expect(acceptedIds).toEqual(['a1']));
  });

  it.each([
    ['the browser has a network again', () => dispatchEvent(new Event('online'))],
    [
      'the first response arrives after a lost one',
      () => {
        reportCall()('lost');
        reportCall()('response');
      },
    ],
  ])('a waiting item is sent at once when %s', async (_, trigger) => {
    await queueInOtherTab();
    const lastError = { code: 'NETWORK', status: 0 };
    const later = Date.now() + 300_000;
    const waits = { state: 'waiting' as const, lastError, nextAt: later, waitedFrom: Date.now() };
    await withMemberDb('M1', (db) => db.outbox.toCollection().modify(waits));

    trigger();

    await eventually(() => expect(acceptedIds).toEqual(['a1']));
  });

  it('a stopped outbox sends nothing for an earlier response', () => {
    stop();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    stop = startOutbox();
    const otherTimers = vi.getTimerCount();

    reportCall()('response');
    expect(vi.getTimerCount()).toBe(otherTimers + 1);
    stop();

    expect(vi.getTimerCount()).toBe(otherTimers);
    vi.useRealTimers();
  });

  it('a stopped outbox sends nothing', async () => {
    stop();
    await queueInOtherTab();

    show();
    for (const event of ['pageshow', 'online']) dispatchEvent(new Event(event));
    reportCall()('lost');
    reportCall()('response');

    // If a trigger had started a drain, this call would join it, and another drain would follow.
    const locks = new FakeLocks().client();
    const drains = vi.spyOn(locks, 'request');
    vi.stubGlobal('navigator', { locks });
    await drain();
    expect(drains).toHaveBeenCalledTimes(1);
  });
});

describe('a device without storage space', () => {
  const failWrites = (error: Error) =>
    withMemberDb('M1', async (db) =>
      db.blobs.hook('creating', () => {
        throw error;
      }),
    );

  it('STORAGE_FULL is thrown if nothing can be deleted, and nothing is promised', async () => {
    await failWrites(new DOMException('', 'QuotaExceededError'));

    await expect(enqueueSlip(png())).rejects.toMatchObject({ code: 'STORAGE_FULL' });

    expect(await items()).toEqual([]);
    expect(await withMemberDbAfterSession('M1', (db) => db.slips.count())).toBe(0);
  });

  it('another storage failure deletes nothing and is thrown unchanged', async () => {
    await withMemberDb('M1', (db) => db.home.put({ key: 'wallet', value: 1, fetchedAt: 1 }));
    await failWrites(new Error('broken'));

    await expect(enqueueSlip(png())).rejects.toThrow('broken');

    expect(await withMemberDb('M1', (db) => db.home.count())).toBe(1);
  });

  it('persistent storage is requested once an item is stored', async () => {
    const persist = vi.fn(async () => true);
    vi.stubGlobal('navigator', {
      locks: navigator.locks,
      storage: { persist, persisted: async () => false },
    });

    await enqueueSlip(png());

    await eventually(() => expect(persist).toHaveBeenCalled());
  });
});
