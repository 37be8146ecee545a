import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ModelMoney, PLACES, type Place } from '../../../test/model-money';
import { runs } from '../../../test/runs';
import { turns } from '../../../test/schedule';
import type { Home, Slot } from '../api/types';
import { cursorOf, storeRow } from '../engine/lists/lists';
import { applyHome } from '../engine/home/home';
import { admitMember, inMember, releaseMember } from '../storage/storage';
import { catchUp } from '../engine/sync/sync';
import { totalWithPending } from '../domains/wallet/total';

/** After how many turns a response arrives; `lost` if it never arrives. */
type Delivery = number | 'lost';

type Event =
  | { do: 'move'; from: Place; to: Place; amount: number; ends: boolean | 'later'; delivery: Delivery }
  | { do: 'end'; which: number; isDone: boolean }
  | { do: 'deposit' }
  | { do: 'play'; game: 'pg' | 'imi'; by: number }
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
      ends: fc.constantFrom(true, false, 'later' as const),
      delivery,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('end' as const), which: fc.nat(9), isDone: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'deposit' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('play' as const),
      game: fc.constantFrom('pg' as const, 'imi' as const),
      by: fc.constantFrom(-10, 100),
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
    admitMember(this.#memberId, () => true);
  }

  async applyEvent(event: Event): Promise<void> {
    const { server } = this;
    switch (event.do) {
      case 'move': {
        const id = `command ${++this.#commands}`;
        if (event.from === event.to || (event.to === 'BANK' && event.from !== 'WALLET')) return;
        if (!server.move(id, event.from, event.to, event.amount)) return;
        if (event.ends !== 'later') server.end(id, event.ends);
        this.#open.add(id);
        this.#startTask(() => this.#receiveResponse(id, event.delivery));
        return;
      }
      case 'end':
        return server.end([...server.lines.keys()][event.which] ?? '', event.isDone);
      case 'deposit':
        return server.deposit(1_000 * ++this.#commands);
      case 'play':
        return server.play(event.game, event.by);
      case 'restart':
        this.#page++;
        for (const id of this.#open) this.#startTask(() => this.#receiveResponse(id, 0));
        return;
      case 'wait':
        return turns(event.turns);
      default:
        this.#startTask(() => this[event.do](event.delivery));
    }
  }

  async sync(delivery: Delivery): Promise<void> {
    const page = this.#page;
    await catchUp({
      store: (work) => inMember(this.#memberId, work),
      fetchChanges: (cursor) => this.#arrive(page, this.server.sync(cursor), delivery),
      now: () => 1,
    });
  }

  async home(delivery: Delivery): Promise<void> {
    const page = this.#page;
    const cursorBefore = await inMember(this.#memberId, cursorOf);
    const home = await this.#arrive(page, this.server.home(), delivery);
    await inMember(this.#memberId, (db) => applyHome(db, cursorBefore, home, 1));
  }

  async watch(): Promise<void> {
    while (!this.#isOver) {
      await this.readSum();
      await turns(1);
    }
  }

  async readSum(): Promise<number | undefined> {
    const rows = await inMember(this.#memberId, (db) => db.home.toArray());
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
    releaseMember(this.#memberId);
  }

  async #receiveResponse(id: string, delivery: Delivery): Promise<void> {
    const response = await this.#arrive(this.#page, this.server.answer(id), delivery);
    this.#open.delete(id);
    await storeRow({ memberId: this.#memberId }, 'statement', response.statement);
    await this.sync(0);
  }

  /** Runs while other events happen. A lost response or a closed page ends it. */
  #startTask(task: () => Promise<void>): void {
    void task().catch(() => {});
  }

  async #arrive<T>(page: number, response: T, delivery: Delivery): Promise<T> {
    if (delivery === 'lost') throw new Error('lost');
    await turns(delivery);
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
      await turns(80);

      await phone.sync(0);

      const last = await phone.readSum();
      phone.stop();
      await watching.catch(() => {});
      expect([...phone.shown].filter((sum) => !phone.server.sums.has(sum))).toEqual([]);
      expect(last).toBe([...phone.server.sums].at(-1));
    }),
    { numRuns: runs(60) },
  );
});
