// @vitest-environment node
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ModelHistory } from '../../../../test/model-history';
import { waitTurns } from '../../../../test/schedule';
import { dropDisposable } from '../../storage/disposable';
import { applyPage } from '../pages/pages';
import { applyHome } from '../home/home';
import { MemberDb } from '../../storage/db';
import { cursorOf } from '../lists/lists';
import { catchUp } from './sync';
import { scaledRuns } from '../../../../test/runs';

/** After how many turns a response arrives; `lost` if it never arrives. */
type Delivery = number | 'lost';

type Event =
  | { do: 'statement' | 'slip'; id: number; done: boolean }
  | { do: 'coin' }
  | { do: 'restore' }
  | { do: 'sync' | 'home' | 'page'; tab: number; delivery: Delivery }
  | { do: 'close tab' | 'free space'; tab: number }
  | { do: 'wait'; turns: number };

const tab = fc.nat(1);
const delivery: fc.Arbitrary<Delivery> = fc.oneof(fc.nat(80), fc.constant('lost' as const));

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('statement' as const, 'slip' as const),
      id: fc.nat(12),
      done: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('coin' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('sync' as const, 'home' as const, 'page' as const),
      tab,
      delivery,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('close tab' as const, 'free space' as const), tab }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), turns: fc.integer({ min: 1, max: 60 }) }),
  },
);

class Phone {
  readonly server = new ModelHistory();
  readonly #disk = new IDBFactory();
  readonly #tabs = new Map<number, MemberDb>();

  tab(n: number): MemberDb {
    const db = this.#tabs.get(n) ?? new MemberDb('M1', { indexedDB: this.#disk, IDBKeyRange });
    this.#tabs.set(n, db);
    return db;
  }

  kill(n: number): void {
    this.#tabs.get(n)?.close();
    this.#tabs.delete(n);
  }

  async sync(n: number, delivery: Delivery): Promise<void> {
    const db = this.tab(n);
    await catchUp({
      withDb: (work) => work(db),
      fetchChanges: async (cursor) => arrive(this.server.sync(cursor), delivery),
      now: () => 1,
    });
  }

  async home(n: number, delivery: Delivery): Promise<void> {
    const db = this.tab(n);
    const cursorBefore = await cursorOf(db);
    await applyHome(db, cursorBefore, await arrive(this.server.home(), delivery), 1);
  }

  async page(n: number, delivery: Delivery): Promise<void> {
    const db = this.tab(n);
    await applyPage(db, 'statement', 1, await arrive(this.server.newestStatements(5), delivery), 1);
  }
}

async function arrive<T>(response: T, delivery: Delivery): Promise<T> {
  if (delivery === 'lost') throw new Error('lost');
  await waitTurns(delivery);
  return response;
}

async function applyEvents(phone: Phone, events: Event[]): Promise<void> {
  for (const event of events) {
    const { server } = phone;
    switch (event.do) {
      case 'statement':
        server.putStatement(`s${event.id}`, outcome(event.done));
        break;
      case 'slip':
        server.putSlip(`c${event.id}`, outcome(event.done));
        break;
      case 'coin':
        server.earnCoin();
        break;
      case 'restore':
        server.restore();
        break;
      case 'close tab':
        phone.kill(event.tab);
        break;
      case 'free space':
        await dropDisposable(phone.tab(event.tab));
        break;
      case 'wait':
        await waitTurns(event.turns);
        break;
      default:
        // Runs while other events happen. A lost response or a killed tab ends it.
        void phone[event.do](event.tab, event.delivery).catch(() => {});
    }
  }
}

const outcome = (done: boolean) => (done ? 'SUCCESS' : 'PENDING');

async function assertSameAsServer({ server }: Phone, db: MemberDb): Promise<void> {
  const byId = <Row>(rows: Map<string, Row>) =>
    [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  expect(await db.statement.toArray()).toEqual(byId(server.statements));
  expect(await db.slips.toArray()).toEqual(byId(server.slips));
  expect(await db.home.get('wallet')).toMatchObject({ value: { amount: server.amount } });
  const profile = (await db.home.get('profile'))?.value;
  if (server.coin > 0) expect(profile).toMatchObject({ coin: server.coin });
}

it('the device equals the server after any history of losses, overtaken responses and crashes', async () => {
  const histories = fc.array(event, { minLength: 2, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(histories, async (events) => {
      const phone = new Phone();
      await applyEvents(phone, events);
      await waitTurns(120);

      await phone.sync(0, 0);

      await assertSameAsServer(phone, phone.tab(0));
      phone.kill(0);
      phone.kill(1);
    }),
    { numRuns: scaledRuns(80) },
  );
});
