import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { refusal } from '../../../../test/network';
import { offline, ok, stubServer, type TestServer } from '../../../../test/server';
import { call } from '../../api/client';
import { NOT_OURS } from '../../api/errors';
import { reportCall } from '../../device/traffic';
import type { Slip } from '../../api/types';
import { logout, unsentCount } from '../../app/logout';
import { getSession, login } from '../../session/session';
import { expireSession } from '../../session/token';
import { withMemberDbAfterSession, withMemberDb } from '../../storage/storage';
import { cancelItem, drain, retryItem } from './index';
import { enqueueSlip } from '../../domains/slip/enqueue-slip';
import { enqueuePicture } from '../../domains/slip/store';
import { isSending } from './run';
import { startOutbox } from './triggers';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const png = (...more: number[]) => new File([PNG, new Uint8Array(more)], 'slip.png');

let server: TestServer;
/** The received uploads, as "member clientId". */
let uploads: string[];
let stop: () => void;

beforeEach(() => {
  server = stubServer();
  uploads = [];
  server.on('POST /api/login', ({ body }) => {
    const { username } = body as { username: string };
    return ok({ token: `${username}-token-${Math.random()}`, expiresAt: '' });
  });
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', ({ headers }) => {
    const [username] = (headers.get('Authorization') ?? '').replace('Bearer ', '').split('-');
    return ok({ profile: { _id: username } });
  });
  server.on('GET /api/sync', offline);
  server.on('GET /api/wallet', () => ok());
  acceptSlips();
  stop = startOutbox();
});

afterEach(async () => {
  stop();
  if (getSession()) await logout('discard');
  vi.unstubAllGlobals();
});

function acceptSlips(): void {
  server.on('POST /api/wallet/slip', ({ body, headers }) => {
    const clientId = String((body as FormData).get('clientId'));
    const [member] = (headers.get('Authorization') ?? '').replace('Bearer ', '').split('-');
    uploads.push(`${member} ${clientId}`);
    return ok(slipOf(clientId), 202);
  });
}

const slipOf = (clientId: string): Slip => ({
  clientId,
  createdAt: new Date().toISOString(),
  amount: null,
  currency: 'BAHT',
  status: 'PENDING',
  review: false,
  link: '',
  reference: '',
  version: 1,
});

const signIn = (username: string) => login({ username, password: 'x', rememberMe: true });
const items = (memberId = 'M1') => withMemberDbAfterSession(memberId, (db) => db.outbox.toArray());
const slips = (memberId = 'M1') => withMemberDbAfterSession(memberId, (db) => db.slips.toArray());

describe('a submitted slip', () => {
  it('a slip is sent, and the server’s row replaces the unsent row', async () => {
    await signIn('M1');

    const id = await enqueueSlip(png());

    await eventually(async () => expect(await items()).toEqual([]));
    expect(uploads).toEqual([`M1 ${id}`]);
    expect(await slips()).toMatchObject([{ clientId: id, version: 1 }]);
  });

  it('a slip is kept without a network, and sent automatically once there is one', async () => {
    await signIn('M1');
    server.on('POST /api/wallet/slip', offline);
    await call('GET', '/api/sync').catch(() => {});
    const id = await enqueueSlip(png());
    await eventually(async () => expect(await items()).toMatchObject([{ state: 'waiting' }]));
    expect(await slips()).toMatchObject([{ clientId: id, unsent: true }]);

    acceptSlips();
    dispatchEvent(new Event('online'));

    await eventually(async () => expect(await items()).toEqual([]));
    expect(uploads).toEqual([`M1 ${id}`]);
  });

  it('a refused slip stays with the reason until the member decides', async () => {
    await signIn('M1');
    server.on('POST /api/wallet/slip', () => refusal(415, 'SLIP_INVALID_FILE'));
    const id = await enqueueSlip(png());
    const lastError = { code: 'SLIP_INVALID_FILE', status: 415 };
    await eventually(async () => expect(await items()).toMatchObject([{ state: 'needs_user', lastError }]));

    acceptSlips();
    await retryItem(id);

    await eventually(async () => expect(await items()).toEqual([]));
  });

  it('a slip is deleted at once when cancelled, also while it is being sent', async () => {
    await signIn('M1');
    const begun = vi.fn();
    server.on('POST /api/wallet/slip', ({ signal }) => {
      begun();
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error())));
    });
    const id = await enqueueSlip(png());
    await eventually(() => expect(begun).toHaveBeenCalled());

    await cancelItem(id);

    expect(await items()).toEqual([]);
    expect(await slips()).toEqual([]);
  });

  it('an empty or too large file, or one that is no picture, is refused before it is queued', async () => {
    await signIn('M1');
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no pictures here')));
    const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'slip.png');

    await expect(enqueueSlip(new File(['GIF89a'], 'a.png'))).rejects.toMatchObject({
      code: 'SLIP_INVALID_FILE',
    });
    await expect(enqueueSlip(new File([], 'a.png'))).rejects.toMatchObject({ code: 'SLIP_NO_FILE' });
    await expect(enqueueSlip(large)).rejects.toMatchObject({ code: 'SLIP_INVALID_FILE' });
    expect(await items()).toEqual([]);
  });

  it.each([
    ['is about an unknown slip', { clientId: 'not-one-of-ours' }],
    ['has no version', { version: undefined }],
    ['has no reference', { reference: undefined }],
    ['has an unknown status', { status: 'DONE' }],
    ['is about another slip that has ended', { clientId: crypto.randomUUID(), status: 'SUCCESS' }],
  ])('a slip stays queued if the response %s', async (_, changes) => {
    server.on('POST /api/wallet/slip', ({ body }) =>
      ok({ ...slipOf(String((body as FormData).get('clientId'))), ...changes }, 202),
    );
    await signIn('M1');

    const id = await enqueueSlip(png());

    await eventually(async () =>
      expect(await items()).toMatchObject([{ id, lastError: { code: NOT_OURS } }]),
    );
  });

  it('a slip is acknowledged if the server is checking the same picture under another id', async () => {
    const other = crypto.randomUUID();
    server.on('POST /api/wallet/slip', () => ok(slipOf(other), 202));
    await signIn('M1');

    await enqueueSlip(png());

    await eventually(async () => expect(await items()).toEqual([]));
    expect(await slips()).toMatchObject([{ clientId: other }]);
  });

  it('on a full disk, data that the server can send again is deleted to store a slip', async () => {
    await signIn('M1');
    await withMemberDb('M1', (db) => db.home.put({ key: 'wallet', value: 1, fetchedAt: 1 }));
    server.on('POST /api/wallet/slip', offline);
    await withMemberDb('M1', async (db) => {
      let full = true;
      db.blobs.hook('creating', () => {
        if (full) throw ((full = false), new DOMException('', 'QuotaExceededError'));
      });
    });

    const id = await enqueueSlip(png());

    expect(await items()).toMatchObject([{ id }]);
    expect(await withMemberDb('M1', (db) => db.home.count())).toBe(0);
  });
});

describe('the start of a drain', () => {
  /** Queues an item as another tab would, without this page noticing it. */
  const queueInOtherTab = () =>
    withMemberDb('M1', (db) =>
      enqueuePicture(db, { id: 'a1', bytes: PNG.buffer, mime: 'image/png', sha256: '' }, Date.now()),
    );

  it('a drain starts soon after any response of the server', async () => {
    await signIn('M1');
    await eventually(() => expect(isSending()).toBe(false));
    await new Promise((resolve) => setTimeout(resolve, 1_200)); // everything started by the login is over
    await queueInOtherTab();

    reportCall()('response');

    await eventually(() => expect(uploads).toEqual(['M1 a1']));
  });

  it('a drain does not start after a call without a response', async () => {
    await signIn('M1');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await queueInOtherTab();

    reportCall()('lost');
    await new Promise((resolve) => setTimeout(resolve, 1_200));

    expect(uploads).toEqual([]);
  });

  it('a drain starts again if an item was queued during it', async () => {
    await signIn('M1');
    let added: Promise<unknown> | undefined;
    const first = uploads.length;
    server.on('POST /api/wallet/slip', ({ body }) => {
      const clientId = String((body as FormData).get('clientId'));
      uploads.push(clientId);
      added ??= enqueueSlip(png(2));
      return ok(slipOf(clientId), 202);
    });

    await enqueueSlip(png(1));

    await eventually(() => expect(uploads).toHaveLength(first + 2));
  });
});

describe('a queue belongs to its member', () => {
  it('a slip waits while the session has expired, and is sent when the same member logs in', async () => {
    const { token } = await signIn('M1');
    server.on('POST /api/wallet/slip', () => refusal(401, 'invalid-token'));
    const id = await enqueueSlip(png());
    await eventually(async () => expect(await items()).toMatchObject([{ state: 'needs_login' }]));
    expect(getSession()).toBeNull();
    expect(expireSession(token)).toBe(false);

    acceptSlips();
    await signIn('M1');

    await eventually(async () => expect(await items()).toEqual([]));
    expect(uploads).toEqual([`M1 ${id}`]);
  });

  it('a slip is never sent for another member', async () => {
    // The next try is not due during this test.
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { token } = await signIn('M1');
    server.on('POST /api/wallet/slip', offline);
    const id = await enqueueSlip(png());
    await eventually(async () => expect(await items()).toMatchObject([{ state: 'waiting' }]));
    expireSession(token);

    acceptSlips();
    await signIn('M2');
    expect(await unsentCount()).toBe(0);
    const other = await enqueueSlip(png(9));
    await eventually(async () => expect(await items('M2')).toEqual([]));
    await drain();

    expect(uploads).toEqual([`M2 ${other}`]);
    expect(await items('M1')).toMatchObject([{ id }]);
  });

  it('a slip cannot be queued without a member', async () => {
    await expect(enqueueSlip(png())).rejects.toMatchObject({ code: 'invalid-token' });
  });
});
