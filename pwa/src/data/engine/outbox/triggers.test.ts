import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { FakeLocks } from '../../../../test/locks';
import { offline, ok, serve, type TestServer } from '../../../../test/server';
import { reportCall } from '../../device/traffic';
import { logout } from '../../app/logout';
import { getSession, login } from '../../session/session';
import { inLastingMember, inMember } from '../../storage/storage';
import { enqueueSlip } from '../../domains/slip/enqueue-slip';
import { enqueuePicture } from '../../domains/slip/store';
import { drain } from './run';
import { startOutbox } from './triggers';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const png = () => new File([PNG], 'slip.png');

let server: TestServer;
/** The ids that the server accepted. */
let taken: string[];
let stop: () => void;

beforeEach(async () => {
  server = serve();
  taken = [];
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', offline);
  server.on('POST /api/wallet/slip', ({ body }) => {
    const clientId = String((body as FormData).get('clientId'));
    taken.push(clientId);
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
const putAside = () => inMember('M1', (db) => enqueuePicture(db, picture, Date.now()));
const items = () => inLastingMember('M1', (db) => db.outbox.toArray());
function startAnew(): void {
  stop();
  stop = startOutbox();
}
const show = () => document.dispatchEvent(new Event('visibilitychange'));

describe('a queued item is sent', () => {
  it.each([
    ['the page is shown again', show],
    ['the page comes back from where the browser keeps old ones', () => dispatchEvent(new Event('pageshow'))],
    ['the page starts', startAnew],
  ])('a queued item is sent: %s', async (_, happens) => {
    await putAside();

    happens();

    await eventually(() => expect(taken).toEqual(['a1']));
  });

  it.each([
    ['the browser has a network again', () => dispatchEvent(new Event('online'))],
    [
      'the first answer comes after a silence',
      () => {
        reportCall()('silent');
        reportCall()('answered');
      },
    ],
  ])('a waiting item is sent at once when %s', async (_, happens) => {
    await putAside();
    const lastError = { code: 'NETWORK', status: 0 };
    const later = Date.now() + 300_000;
    const waits = { state: 'waiting' as const, lastError, nextAt: later, waitedFrom: Date.now() };
    await inMember('M1', (db) => db.outbox.toCollection().modify(waits));

    happens();

    await eventually(() => expect(taken).toEqual(['a1']));
  });

  it('a stopped outbox sends nothing for an earlier response', () => {
    stop();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    stop = startOutbox();
    const others = vi.getTimerCount();

    reportCall()('answered');
    expect(vi.getTimerCount()).toBe(others + 1);
    stop();

    expect(vi.getTimerCount()).toBe(others);
    vi.useRealTimers();
  });

  it('a stopped outbox sends nothing', async () => {
    stop();
    await putAside();

    show();
    for (const sign of ['pageshow', 'online']) dispatchEvent(new Event(sign));
    reportCall()('silent');
    reportCall()('answered');

    // If a trigger had started a drain, this call would join it, and another drain would follow.
    const locks = new FakeLocks().client();
    const passes = vi.spyOn(locks, 'request');
    vi.stubGlobal('navigator', { locks });
    await drain();
    expect(passes).toHaveBeenCalledTimes(1);
  });
});

describe('a device without storage space', () => {
  const failing = (error: Error) =>
    inMember('M1', async (db) =>
      db.blobs.hook('creating', () => {
        throw error;
      }),
    );

  it('STORAGE_FULL is thrown if nothing can be deleted, and nothing is promised', async () => {
    await failing(new DOMException('', 'QuotaExceededError'));

    await expect(enqueueSlip(png())).rejects.toMatchObject({ code: 'STORAGE_FULL' });

    expect(await items()).toEqual([]);
    expect(await inLastingMember('M1', (db) => db.slips.count())).toBe(0);
  });

  it('another storage failure deletes nothing and is thrown unchanged', async () => {
    await inMember('M1', (db) => db.home.put({ key: 'wallet', value: 1, fetchedAt: 1 }));
    await failing(new Error('broken'));

    await expect(enqueueSlip(png())).rejects.toThrow('broken');

    expect(await inMember('M1', (db) => db.home.count())).toBe(1);
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
