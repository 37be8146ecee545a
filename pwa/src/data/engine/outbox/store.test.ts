// @vitest-environment node
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { NETWORK } from '../../api/errors';
import type { Slip } from '../../api/types';
import { enqueueMessage } from '../../domains/chat/room';
import { MemberDb } from '../../storage/db';
import type { QueuedItem } from '../../storage/queued-item';
import { movingLane } from '../../domains/chat/moving-items';
import { acknowledgeSlip, enqueuePicture } from '../../domains/slip/store';
import type { Attempt, LeaseContext } from './machine';
import {
  confirmItem,
  discardItem,
  makeAllDueNow,
  lanesOf,
  releaseItem,
  storeOutcome,
  leaseNext,
} from './store';

const NOW = 1_700_000_000_000;
const attempt: Attempt = { now: NOW, random: () => 0.5, tokenHash: 't' };
let db: MemberDb;

beforeEach(() => {
  db = new MemberDb('M1', { indexedDB: new IDBFactory(), IDBKeyRange });
});

const picture = (id: string, sha256 = id) => ({
  id,
  bytes: new Uint8Array([1, 2, 3]).buffer,
  mime: 'image/png',
  sha256,
});

const contextOf = (owner: string, now = NOW): LeaseContext => ({
  now,
  tokenHash: 't',
  holdsLock: false,
  lease: { owner, from: now, until: now + 330_000 },
});

const slip = (changes: Partial<Slip> = {}): Slip => ({
  clientId: 'a',
  createdAt: new Date(NOW).toISOString(),
  amount: null,
  currency: 'BAHT',
  status: 'PENDING',
  review: false,
  link: '',
  reference: 'r',
  version: 5,
  ...changes,
});

async function leaseFirst(owner: string, now = NOW): Promise<QueuedItem> {
  const { leased } = await leaseNext(db, 'slip', contextOf(owner, now));
  if (!leased) throw new Error('nothing to lease');
  return leased;
}

describe('enqueue', () => {
  it('enqueue stores item, picture and unsent row together', async () => {
    await enqueuePicture(db, picture('a'), NOW);

    expect(await db.outbox.toArray()).toMatchObject([{ id: 'a', state: 'queued', size: 3 }]);
    expect(await db.blobs.get('a')).toMatchObject({ mime: 'image/png' });
    expect(await db.slips.get('a')).toMatchObject({ unsent: true, version: 0 });
  });

  it('enqueue returns the same slip for a second tap on the same picture', async () => {
    await enqueuePicture(db, picture('a', 'same'), NOW);

    expect(await enqueuePicture(db, picture('b', 'same'), NOW)).toBe('a');
    expect(await db.outbox.count()).toBe(1);
  });

  it('enqueue accepts the same bytes again after they were sent', async () => {
    await enqueuePicture(db, picture('a', 'same'), NOW);
    await acknowledgeSlip(db, slip());

    expect(await enqueuePicture(db, picture('b', 'same'), NOW)).toBe('b');
  });
});

describe('acknowledge', () => {
  it('acknowledge replaces the unsent row with the server’s row', async () => {
    await enqueuePicture(db, picture('a'), NOW);

    await acknowledgeSlip(db, slip());

    expect(await db.slips.toArray()).toEqual([{ ...slip(), provisional: true }]);
    expect(await db.outbox.count()).toBe(0);
    expect(await db.blobs.count()).toBe(0);
  });

  it('acknowledge does not change a row from a sync', async () => {
    const finished = slip({ status: 'SUCCESS', version: 9 });
    await db.slips.put(finished);

    await acknowledgeSlip(db, slip({ version: 5 }));

    expect(await db.slips.get('a')).toEqual(finished);
  });

  it('acknowledge stores the earlier slip if the server is already checking a slip with the same picture', async () => {
    await enqueuePicture(db, picture('b'), NOW);

    await acknowledgeSlip(db, slip(), 'b');

    expect((await db.slips.toArray()).map((row) => row.clientId)).toEqual(['a']);
    expect(await db.outbox.count()).toBe(0);
    expect(await db.blobs.count()).toBe(0);
  });

  it('an acknowledgement is stored although the item has left the queue', async () => {
    await enqueuePicture(db, picture('a'), NOW);
    await discardItem(db, 'a');

    await acknowledgeSlip(db, slip());

    expect(await db.slips.get('a')).toMatchObject(slip());
  });
});

describe('a late outcome', () => {
  it('a late outcome does not change an item that another context has leased', async () => {
    await enqueuePicture(db, picture('a'), NOW);
    const first = await leaseFirst('first');
    const second = await leaseFirst('second', NOW + 330_000);

    await storeOutcome(db, first, { kind: 'failed', code: 'X', status: 400 }, attempt);
    await releaseItem(db, first);

    expect(await db.outbox.toArray()).toEqual([second]);
  });

  it('a late outcome does not change an item that has another outcome', async () => {
    await enqueuePicture(db, picture('a'), NOW);
    const first = await leaseFirst('first');
    const second = await leaseFirst('second', NOW + 330_000);
    await storeOutcome(db, second, { kind: 'failed', code: 'X', status: 400 }, attempt);
    const finished = await db.outbox.toArray();

    await storeOutcome(db, first, { kind: 'failed', code: 'X', status: 500 }, attempt);
    await releaseItem(db, first);

    expect(await db.outbox.toArray()).toEqual(finished);
  });

  it('a late outcome does not restore a cancelled item', async () => {
    await enqueuePicture(db, picture('a'), NOW);
    const leased = await leaseFirst('me');
    await discardItem(db, 'a');

    await storeOutcome(db, leased, { kind: 'failed', code: 'X', status: 500 }, attempt);
    await releaseItem(db, leased);

    expect(await db.outbox.count()).toBe(0);
    expect(await db.slips.count()).toBe(0);
  });
});

describe('the member’s actions', () => {
  it('an aborted attempt is not counted, and earlier attempts are', async () => {
    await enqueuePicture(db, picture('a'), NOW);
    await storeOutcome(db, await leaseFirst('me'), { kind: 'failed', code: 'X', status: 500 }, attempt);
    const later = NOW + 10 * 60_000;

    await releaseItem(db, await leaseFirst('me', later));

    expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued', tries: 1 }]);
  });

  it('a retry by hand is due at once, keeps the item’s position, and resets its tries to 0', async () => {
    await enqueuePicture(db, picture('a'), NOW);
    await enqueuePicture(db, picture('b'), NOW);
    await storeOutcome(db, await leaseFirst('me'), { kind: 'failed', code: 'X', status: 400 }, attempt);

    await confirmItem(db, 'a', NOW);

    expect(await db.outbox.get(1)).toMatchObject({ id: 'a', state: 'queued', tries: 0 });
    expect((await leaseFirst('me')).id).toBe('a');
  });

  it('an item that is being sent is not changed by a retry by hand', async () => {
    await enqueuePicture(db, picture('a'), NOW);
    const leased = await leaseFirst('me');

    await confirmItem(db, 'a', NOW);

    expect(await db.outbox.toArray()).toEqual([leased]);
  });

  it('cancelling an item does not change the server’s row', async () => {
    await enqueuePicture(db, picture('a'), NOW);
    await db.slips.put(slip());

    await discardItem(db, 'a');

    expect(await db.slips.get('a')).toEqual(slip());
  });

  it('a message can be cancelled, and cancelling an item that does not exist changes nothing', async () => {
    await enqueueMessage(db, { id: 'c', message: { message_type: 'text', payload: 'hello' } }, NOW);

    await discardItem(db, 'c');
    await discardItem(db, 'c');

    expect(await db.outbox.count()).toBe(0);
  });
});

describe('when the network is back', () => {
  it('makeAllDueNow returns whether an item became due, and changes no other item', async () => {
    await enqueuePicture(db, picture('a'), NOW);
    await enqueuePicture(db, picture('b'), NOW);
    expect(await makeAllDueNow(db, NOW)).toBe(false);
    await storeOutcome(db, await leaseFirst('me'), { kind: 'failed', code: NETWORK, status: 0 }, attempt);
    const [, second] = await db.outbox.toArray();

    expect(await makeAllDueNow(db, NOW)).toBe(true);

    expect(await db.outbox.toArray()).toMatchObject([{ id: 'a', nextAt: NOW }, second]);
  });
});

it('items that are moving to another queue are not sent', async () => {
  await enqueuePicture(db, picture('a'), NOW);
  await enqueueMessage(db, { id: 'c', message: { message_type: 'text', payload: 'hello' } }, NOW);
  expect(await lanesOf(db)).toEqual(['slip', 'chat']);

  await db.outbox
    .where('id')
    .equals('c')
    .modify({ lane: movingLane('M1') });

  expect(await lanesOf(db)).toEqual(['slip']);
});
