import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ModelMoney, PLACES, type Place } from '../../../test/model-money';
import { scaledRuns } from '../../../test/runs';
import { waitTurns } from '../../../test/schedule';
import type { Home, Slot } from '../api/types';
import { cursorOf, storeRow } from '../engine/lists/lists';
import { applyHome } from '../engine/home/home';
import { allowMemberDb, withMemberDb, closeMemberDb } from '../storage/storage';
import { catchUp } from '../engine/sync/sync';
import { totalWithPending } from '../domains/wallet/total';

/** After how many turns a response arrives; `lost` if it never arrives. */
type Delivery = number | 'lost';

type Event =
  | {
      do: 'move';
      from: Place;
      to: Place;
      amount: number;
      outcome: 'done' | 'refused' | 'later';
      delivery: Delivery;
    }
  | { do: 'decide'; index: number; isDone: boolean }
  | { do: 'deposit' }
  | { do: 'play'; game: 'pg' | 'imi'; amount: number }
  | { do: 'sync' | 'home'; delivery: Delivery }
  | { do: 'restart' }
  | { do: 'wait'; turns: number };

const delivery: fc.Arbitrary<Delivery> = fc.oneof(fc.nat(60), fc.constant('lost' as const));

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      from: fc.constantFrom(...PLACES),
      to: fc.constantFrom(...PLACES, 'BANK' as const),
      amount: fc.integer({ min: 1, max: 9 }),
      outcome: fc.constantFrom('done' as const, 'refused' as const, 'later' as const),
      delivery,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('decide' as const), index: fc.nat(9), isDone: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'deposit' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('play' as const),
      game: fc.constantFrom('pg' as const, 'imi' as const),
      amount: fc.constantFrom(-10, 100),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('sync' as const, 'home' as const), delivery }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), turns: fc.integer({ min: 1, max: 40 }) }),
  },
);

let phoneCount = 0;

/** The device: its requests, what it stores of the responses, and what home shows meanwhile. */
class Phone {
  readonly server = new ModelMoney();
  readonly shown = new Set<number>();
  readonly #memberId = `M${++phoneCount}`;
  /** Commands without a response: they are repeated after a restart. */
  readonly #open = new Set<string>();
  #page = 0;
  #isOver = false;
  #commands = 0;

  constructor() {
    allowMemberDb(this.#memberId, () => true);
  }

  async applyEvent(event: Event): Promise<void> {
    const { server } = this;
    switch (event.do) {
      case 'move': {
        const id = `command ${++this.#commands}`;
        if (event.from === event.to || (event.to === 'BANK' && event.from !== 'WALLET')) return;
        if (!server.move(id, event.from, event.to, event.amount)) return;
        if (event.outcome !== 'later') server.end(id, event.outcome === 'done');
        this.#open.add(id);
        this.#startTask(() => this.#receiveResponse(id, event.delivery));
        return;
      }
      case 'decide':
        return server.end([...server.lines.keys()][event.index] ?? '', event.isDone);
      case 'deposit':
        return server.deposit(1_000 * ++this.#commands);
      case 'play':
        return server.play(event.game, event.amount);
      case 'restart':
        this.#page++;
        for (const id of this.#open) this.#startTask(() => this.#receiveResponse(id, 0));
        return;
      case 'wait':
        return waitTurns(event.turns);
      default:
        this.#startTask(() => this[event.do](event.delivery));
    }
  }

  async sync(delivery: Delivery): Promise<void> {
    const page = this.#page;
    await catchUp({
      withDb: (work) => withMemberDb(this.#memberId, work),
      fetchChanges: (cursor) => this.#deliverResponse(page, this.server.sync(cursor), delivery),
      now: () => 1,
    });
  }

  async home(delivery: Delivery): Promise<void> {
    const page = this.#page;
    const cursorBefore = await withMemberDb(this.#memberId, cursorOf);
    const home = await this.#deliverResponse(page, this.server.home(), delivery);
    await withMemberDb(this.#memberId, (db) => applyHome(db, cursorBefore, home, 1));
  }

  async watch(): Promise<void> {
    while (!this.#isOver) {
      await this.readTotal();
      await waitTurns(1);
    }
  }

  async readTotal(): Promise<number | undefined> {
    const rows = await withMemberDb(this.#memberId, (db) => db.home.toArray());
    const valueOf = (key: string) => rows.find((row) => row.key === key)?.value;
    const sum = totalWithPending({
      wallet: valueOf('wallet') as Home['wallet'] | undefined,
      slots: valueOf('slots') as Slot[] | undefined,
    });
    if (sum !== undefined) this.shown.add(sum);
    return sum;
  }

  stop(): void {
    this.#isOver = true;
    closeMemberDb(this.#memberId);
  }

  async #receiveResponse(id: string, delivery: Delivery): Promise<void> {
    const response = await this.#deliverResponse(this.#page, this.server.responseOf(id), delivery);
    this.#open.delete(id);
    await storeRow({ memberId: this.#memberId }, 'statement', response.statement);
    await this.sync(0);
  }

  /** Runs while other events happen. A lost response or a closed page ends it. */
  #startTask(task: () => Promise<void>): void {
    void task().catch(() => {});
  }

  async #deliverResponse<T>(page: number, response: T, delivery: Delivery): Promise<T> {
    if (delivery === 'lost') throw new Error('lost');
    await waitTurns(delivery);
    if (page !== this.#page) throw new Error('the page is gone');
    return response;
  }
}

// spec D3.96
it('the shown sum of wallet, games and pending amounts always equals a sum that the member had, despite lost responses and restarts', async () => {
  const histories = fc.array(event, { minLength: 3, maxLength: 40, size: 'max' });

  await fc.assert(
    fc.asyncProperty(histories, async (events) => {
      const phone = new Phone();
      const watching = phone.watch();
      for (const each of events) await phone.applyEvent(each);
      await waitTurns(80);

      await phone.sync(0);

      const last = await phone.readTotal();
      phone.stop();
      await watching.catch(() => {});
      expect([...phone.shown].filter((sum) => !phone.server.sums.has(sum))).toEqual([]);
      expect(last).toBe([...phone.server.sums].at(-1));
    }),
    { numRuns: scaledRuns(60) },
  );
});
