import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { FakeLocks } from '../../../../test/locks';
import { refusal } from '../../../../test/network';
import { offline, ok, stubServer, type TestServer } from '../../../../test/server';
import { logout } from '../../app/logout';
import { getSession, login } from '../../session/session';
import { withMemberDbAfterSession, withMemberDb } from '../../storage/storage';
import { queueLock } from './drain';
import { enqueueSlip } from '../../domains/slip/enqueue-slip';
import { enqueuePicture } from '../../domains/slip/store';
import { uploadProgress } from './progress';
import { abandonDrain, drain, isSending } from './run';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const png = () => new File([PNG], 'slip.png');
const member = { memberId: 'M1', token: 't' };

let server: TestServer;
let acceptedIds: string[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  // The shortest possible wait.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  server = stubServer();
  acceptedIds = [];
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', offline);
  acceptSlips();
  await login({ username: '08', password: 'x', rememberMe: true });
});

afterEach(async () => {
  acceptSlips();
  await drain();
  if (getSession()) await logout('discard');
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function acceptSlips(): void {
  server.on('POST /api/wallet/slip', ({ body }) => {
    const clientId = String((body as FormData).get('clientId'));
    acceptedIds.push(clientId);
    return ok({ clientId, status: 'PENDING', reference: 'r', version: 1 }, 202);
  });
}

const items = () => withMemberDbAfterSession('M1', (db) => db.outbox.toArray());
const syncs = () => server.calls.filter((call) => call === 'GET /api/sync').length;
const refuseAsClosed = (seconds: string) => () =>
  refusal(503, 'SLIP_UPLOAD_FAIL', { 'Retry-After': seconds });
const expectOneWaitingItem = () =>
  eventually(async () => expect(await items()).toMatchObject([{ state: 'waiting' }]));

describe('a waiting item', () => {
  it('a waiting item is sent when it is due, and not earlier', async () => {
    server.on('POST /api/wallet/slip', refuseAsClosed('600'));
    const id = await enqueueSlip(png());
    await expectOneWaitingItem();
    acceptSlips();

    await vi.advanceTimersByTimeAsync(590_000);
    expect(acceptedIds).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);

    await eventually(() => expect(acceptedIds).toEqual([id]));
  });

  it('a waiting item is sent soon after another page was draining', async () => {
    const locks = new FakeLocks();
    const original = Object.getOwnPropertyDescriptor(navigator, 'locks');
    Object.defineProperty(navigator, 'locks', { value: locks.client(), configurable: true });
    let releaseLock = () => {};
    void locks.client().request(queueLock(member), () => new Promise<void>((done) => (releaseLock = done)));
    await enqueueSlip(png());
    await drain();
    expect(acceptedIds).toEqual([]);

    releaseLock();
    await vi.advanceTimersByTimeAsync(5_000);

    await eventually(() => expect(acceptedIds).toHaveLength(1));
    Object.defineProperty(navigator, 'locks', original ?? { value: undefined });
  });

  it('a waiting item is sent soon after the storage failed', async () => {
    const picture = { id: 'a1', bytes: PNG.buffer, mime: 'image/png', sha256: '' };
    await withMemberDb('M1', (db) => enqueuePicture(db, picture, Date.now()));
    let fails = true;
    await withMemberDb('M1', async (db) => {
      db.outbox.hook('reading', (row) => {
        if (fails) throw new DOMException('', 'AbortError');
        return row;
      });
    });
    await drain();
    fails = false;

    await vi.advanceTimersByTimeAsync(5_000);

    await eventually(() => expect(acceptedIds).toHaveLength(1));
  });

  it('background sync is requested while an item waits, and not after it was sent', async () => {
    const register = vi.fn(async () => {});
    vi.stubGlobal('navigator', {
      ...navigatorParts(),
      serviceWorker: { getRegistration: async () => ({ active: {}, sync: { register } }) },
    });
    await enqueueSlip(png());
    await eventually(async () => expect(await items()).toEqual([]));
    expect(register).not.toHaveBeenCalled();

    server.on('POST /api/wallet/slip', refuseAsClosed('600'));
    await enqueueSlip(png());

    await eventually(() => expect(register).toHaveBeenCalledWith('outbox'));
  });

  it.each([
    [
      'no worker runs yet',
      async () => ({ active: null, sync: { register: () => Promise.reject(new Error()) } }),
    ],
    ['the browser has no background sync', async () => ({ active: {} })],
    ['there is no registration', async () => undefined],
    ['reading the service worker registration fails', () => Promise.reject(new Error('not here'))],
  ])('a waiting item is sent when it is due if %s', async (_, getRegistration) => {
    const registrationReads = vi.fn(getRegistration);
    vi.stubGlobal('navigator', {
      ...navigatorParts(),
      serviceWorker: { getRegistration: registrationReads },
    });
    server.on('POST /api/wallet/slip', refuseAsClosed('600'));
    await enqueueSlip(png());
    await eventually(() => expect(registrationReads).toHaveBeenCalled());
    acceptSlips();

    await vi.advanceTimersByTimeAsync(600_000);

    await eventually(() => expect(acceptedIds).toHaveLength(1));
  });
});

/** Returns the properties of the test browser's navigator, which spreading does not copy. */
function navigatorParts() {
  return { locks: navigator.locks, onLine: true, userAgent: navigator.userAgent };
}

describe('after a drain', () => {
  it('a drain that sent something is followed by a sync', async () => {
    const before = syncs();

    await enqueueSlip(png());

    await eventually(() => expect(syncs()).toBeGreaterThan(before));
  });

  it('a drain that sent nothing is not followed by a sync', async () => {
    server.on('POST /api/wallet/slip', refuseAsClosed('600'));
    const before = syncs();

    await enqueueSlip(png());
    await expectOneWaitingItem();
    await drain();

    expect(syncs()).toBe(before);
  });
});

describe('while a slip is being sent', () => {
  /** Makes uploads hang until they are aborted, or even after that. */
  function hang(finish: (signal: AbortSignal, fail: () => void) => void): Promise<void> {
    return new Promise((begun) => {
      server.on('POST /api/wallet/slip', ({ signal }) => {
        begun();
        return new Promise((_, reject) => signal && finish(signal, () => reject(new Error())));
      });
    });
  }

  it('isSending returns true until the upload is sent or aborted', async () => {
    const begun = hang((signal, fail) => signal.addEventListener('abort', fail));
    const id = await enqueueSlip(png());
    await begun;
    expect(isSending()).toBe(true);
    uploadProgress.set(new Map([[id, 40]]));

    await abandonDrain();

    await eventually(() => expect(isSending()).toBe(false));
    expect(uploadProgress.get().size).toBe(0);
  });

  it('leaving the page aborts the upload, and the slip is queued again', async () => {
    const begun = hang((signal, fail) => signal.addEventListener('abort', fail));
    await enqueueSlip(png());
    await begun;

    await abandonDrain();

    expect(await items()).toMatchObject([{ state: 'queued', tries: 0 }]);
    acceptSlips();
    await drain();
    expect(acceptedIds).toHaveLength(1);
  });

  it('leaving the page waits at most a second', async () => {
    let finish = () => {};
    const begun = hang((_, fail) => (finish = fail));
    await enqueueSlip(png());
    await begun;

    const onAbandoned = vi.fn();
    void abandonDrain().then(onAbandoned);
    await vi.advanceTimersByTimeAsync(1_000);

    expect(onAbandoned).toHaveBeenCalled();
    finish();
  });
});
