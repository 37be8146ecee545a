// @vitest-environment node
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { FakeLocks } from '../../../../test/locks';
import { ApiError, NETWORK, PICTURE_DAMAGED } from '../../api/errors';
import { enqueueMessage } from '../../domains/chat/room';
import { sha256 } from '../../kit/digest';
import { MemberDb } from '../../storage/db';
import type { WithQueueDb } from '../../storage/storage';
import { drainQueue, queueLock, type DrainTools } from './drain';
import { enqueuePicture } from '../../domains/slip/store';
import { UPLOAD_LEASE_MS } from './machine';
import type { Send } from './kinds';
import { removeItem } from './store';

const NOW = 1_700_000_000_000;
const member = { memberId: 'M1', token: 't' };
const guest = { guestId: 'g1' };

let db: MemberDb;
let withDb: WithQueueDb;
/** The sent items, each as the caller's id, a space and the item's id. */
let sent: string[];

beforeEach(() => {
  db = new MemberDb('M1', { indexedDB: new IDBFactory(), IDBKeyRange });
  withDb = (work) => work(db);
  sent = [];
});

/** The server accepts everything. */
const acceptAll: Send = async (item, _, { caller, onProgress }) => {
  onProgress?.(1);
  sent.push(`${'guestId' in caller ? caller.guestId : caller.memberId} ${item.id}`);
  return (queue) => removeItem(queue, item.id);
};

const tools = (changes: Partial<DrainTools> = {}): DrainTools => ({
  withDb,
  send: acceptAll,
  now: () => NOW,
  random: () => 1,
  ...changes,
});

const bytes = new TextEncoder().encode('a picture').buffer;
const queueSlip = (id: string, hash = '') =>
  enqueuePicture(db, { id, bytes, mime: 'image/png', sha256: hash }, NOW);
const queueText = (id: string) =>
  enqueueMessage(db, { id, message: { message_type: 'text', payload: id } }, NOW);
const items = () => db.outbox.orderBy('seq').toArray();
const failWith =
  (error: unknown): Send =>
  async () => {
    throw error;
  };

describe('a drain of the queue', () => {
  it('a drain sends each lane in order, and returns how many items it sent', async () => {
    await queueSlip('a');
    await queueSlip('b');
    await queueText('c');

    const result = await drainQueue(member, tools());

    expect(result).toEqual({ ran: true, sent: 3, wakeAt: undefined });
    expect(sent.filter((one) => one !== 'M1 c')).toEqual(['M1 a', 'M1 b']);
    expect(await items()).toEqual([]);
  });

  it('a drain returns the time at which the first waiting item is due', async () => {
    await queueSlip('a');
    await queueText('c');
    const closed = new ApiError('SLIP_UPLOAD_FAIL', 503, { retryAfter: 3600 });
    const send: Send = (item, ...rest) =>
      failWith(item.kind === 'slip' ? closed : new ApiError(NETWORK))(item, ...rest);

    const result = await drainQueue(member, tools({ send }));

    expect(result).toEqual({ ran: true, sent: 0, wakeAt: NOW + 2_000 });
    expect(await items()).toMatchObject([
      {
        id: 'a',
        state: 'waiting',
        nextAt: NOW + 3_602_000,
        lastError: { status: 503 },
      },
      { id: 'c', state: 'waiting', nextAt: NOW + 2_000 },
    ]);
  });

  it('a drain does nothing and returns ran = false while another page is draining', async () => {
    await queueSlip('a');
    const locks = new FakeLocks();
    let release = () => {};
    void locks.client().request(queueLock(member), () => new Promise<void>((done) => (release = done)));

    const meanwhile = await drainQueue(member, tools({ locks: locks.client() }));
    release();
    await eventually(() => expect(locks.isHeld(queueLock(member))).toBe(false));
    const later = await drainQueue(member, tools({ locks: locks.client() }));

    expect(meanwhile).toEqual({ ran: false, sent: 0 });
    expect(later).toMatchObject({ ran: true, sent: 1 });
  });

  it('a drain that holds the lock leases the item of a closed page at once', async () => {
    await queueSlip('a');
    await leaseAndStop();

    const withoutLock = await drainQueue(member, tools());
    const withLock = await drainQueue(member, tools({ locks: new FakeLocks().client() }));

    expect(withoutLock).toEqual({ ran: true, sent: 0, wakeAt: NOW + UPLOAD_LEASE_MS });
    expect(withLock).toMatchObject({ sent: 1 });
  });

  it('a member’s drain waits for neither the guest’s drain nor another member’s', () => {
    const names = [member, { memberId: 'M2', token: 't' }, guest].map(queueLock);

    expect(new Set(names).size).toBe(3);
    expect(queueLock(guest)).toBe(queueLock({ guestId: '' }));
  });

  it('acknowledgements are written to the store that ends with the session', async () => {
    await queueSlip('a');
    const onSent = vi.fn();
    const synced: WithQueueDb = async (work) => {
      onSent();
      return work(db);
    };

    await drainQueue(member, tools({ synced }));

    expect(onSent).toHaveBeenCalledTimes(1);
    expect(await items()).toEqual([]);
  });

  it('a drain stores the upload of an item whose send then fails, and reports the progress', async () => {
    await queueText('c');
    const progress = vi.fn();
    const send: Send = async (_, __, options) => {
      options.onProgress?.(0.5);
      await options.storeFacts({ uploaded: { path: 'chat/1' } });
      throw new ApiError(NETWORK);
    };

    await drainQueue(member, tools({ send, onProgress: progress }));

    expect(progress).toHaveBeenCalledWith('c', 0.5);
    expect(await items()).toMatchObject([{ id: 'c', uploaded: { path: 'chat/1' } }]);
  });
});

/** Simulates a page that leases the next item and then never continues. */
function leaseAndStop(): Promise<void> {
  return new Promise((begun) => {
    const send: Send = () => {
      begun();
      return new Promise(() => {});
    };
    void drainQueue(member, tools({ send }));
  });
}

describe('the file of an item', () => {
  it('a file is sent only with its original bytes', async () => {
    await queueSlip('a', await sha256('another picture'));
    await queueSlip('b', await sha256(bytes));
    await queueSlip('c');
    await db.blobs.delete('c');

    await drainQueue(member, tools());

    expect(sent).toEqual(['M1 b']);
    const damaged = {
      state: 'needs_user',
      lastError: { code: PICTURE_DAMAGED },
    };
    expect(await items()).toMatchObject(['a', 'c'].map((id) => ({ id, ...damaged })));
  });

  it.each([
    ['missing', () => db.blobs.delete('a')],
    ['changed', () => db.blobs.update('a', { bytes: new ArrayBuffer(3) })],
  ])(
    'the page’s copy replaces a picture that is %s, for this attempt and for later attempts without the page',
    async (_, lose) => {
      await queueSlip('a', await sha256(bytes));
      await lose();
      const spareBytes = async () => bytes;

      await drainQueue(member, tools({ spareBytes, send: failWith(new ApiError(NETWORK)) }));
      await drainQueue(member, tools({ now: () => NOW + 3_600_000 }));

      expect(sent).toEqual(['M1 a']);
    },
  );

  it('an item is sent with its file, and a text without one', async () => {
    await queueSlip('a');
    await queueText('c');
    const files = new Map<string, unknown>();
    const send: Send = (item, file, options) => {
      files.set(item.id, file?.id);
      return acceptAll(item, file, options);
    };

    await drainQueue(member, tools({ send }));

    expect(Object.fromEntries(files)).toEqual({ a: 'a', c: undefined });
  });

  it('an attempt that fails by a bug of ours counts, and is repeated', async () => {
    await queueSlip('a');

    await drainQueue(member, tools({ send: failWith(new TypeError('undefined is not a function')) }));

    const lastError = { code: NETWORK, status: 0 };
    expect(await items()).toMatchObject([{ state: 'waiting', tries: 1, lastError }]);
  });

  it('an item whose token was refused waits for another token of the same member', async () => {
    await queueSlip('a');
    await drainQueue(member, tools({ send: failWith(new ApiError('invalid-token', 401)) }));

    const same = await drainQueue(member, tools());
    const other = await drainQueue({ ...member, token: 't2' }, tools());

    expect(same).toEqual({ ran: true, sent: 0, wakeAt: undefined });
    expect(other.sent).toBe(1);
  });
});

describe('a page that is being left', () => {
  it('an aborted drain sends nothing', async () => {
    await queueSlip('a');

    const result = await drainQueue(member, tools({ signal: AbortSignal.abort() }));

    expect(result).toMatchObject({ ran: true, sent: 0 });
    expect(sent).toEqual([]);
    expect(await items()).toMatchObject([{ state: 'queued', tries: 0 }]);
  });

  it('an aborted drain releases its item without counting the try, and sends nothing more', async () => {
    await queueSlip('a');
    await queueSlip('b');
    const leaving = new AbortController();
    const begun: string[] = [];
    const send: Send = async (item, _, { signal }) => {
      begun.push(item.id);
      leaving.abort();
      throw signal?.reason;
    };

    await drainQueue(member, tools({ send, signal: leaving.signal }));

    expect(begun).toEqual(['a']);
    expect(await items()).toMatchObject(['a', 'b'].map((id) => ({ id, state: 'queued', tries: 0 })));
  });
});

describe('a guest whose id moved to a member', () => {
  const retiredError = new ApiError('INVALID_USER_2', 403);
  const refuseFirstGuest: Send = (item, file, options) =>
    'guestId' in options.caller && options.caller.guestId === 'g1'
      ? failWith(retiredError)(item, file, options)
      : acceptAll(item, file, options);

  it('a guest’s items are sent under a new id in the same drain, without counting the try', async () => {
    await queueText('c');
    await queueText('d');
    const onRetired = vi.fn(async () => ({ guestId: 'g2' }));

    const result = await drainQueue(guest, tools({ send: refuseFirstGuest, onRetired }));

    expect(result).toMatchObject({ ran: true, sent: 2 });
    expect(sent).toEqual(['g2 c', 'g2 d']);
    expect(onRetired.mock.calls).toEqual([['g1', 'chat']]);
  });

  it.each([
    ['without a new id', async () => null],
    ['without onRetired', undefined],
  ])('the items of a guest %s stay queued', async (_, onRetired) => {
    await queueText('c');
    await queueText('d');

    const result = await drainQueue(guest, tools({ send: refuseFirstGuest, onRetired }));

    expect(result).toMatchObject({ sent: 0 });
    expect(await items()).toMatchObject(['c', 'd'].map((id) => ({ id, state: 'queued', tries: 0 })));
  });

  it('a guest gets at most one new id per drain', async () => {
    await queueText('c');
    const onRetired = vi.fn(async () => ({ guestId: 'g2' }));

    await drainQueue(guest, tools({ send: failWith(retiredError), onRetired }));

    expect(onRetired).toHaveBeenCalledTimes(1);
    expect(await items()).toMatchObject([{ state: 'queued', tries: 0 }]);
  });

  it('a refusal of a member’s item changes no guest id', async () => {
    await queueText('c');
    const onRetired = vi.fn(async () => ({ guestId: 'g2' }));

    await drainQueue(member, tools({ send: failWith(retiredError), onRetired }));

    expect(onRetired).not.toHaveBeenCalled();
    expect(await items()).toMatchObject([{ state: 'needs_user', lastError: { status: 403 } }]);
  });
});
