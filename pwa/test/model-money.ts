/**
 * A model of the server's ledger for one member. It has a wallet, two games, and pending amounts between them
 * and to the bank.
 */
import type { Home, Slot, SyncResponse } from '@/data/api/types';
import { createSlot } from './games';
import { ModelHistory } from './model-history';

export const PLACES = ['WALLET', 'pg', 'imi'] as const;
export type Place = (typeof PLACES)[number] | 'BANK';

type Line = SyncResponse['statements'][number];

/** All amounts are in whole baht. */
export class ModelMoney {
  /** Every total that the member has had so far, over all places. */
  readonly sums = new Set<number>();
  /** Statement lines by the id of their command. */
  readonly lines = new Map<string, Line>();
  readonly #rest = new ModelHistory();
  readonly #balances: Record<Place, number> = { WALLET: 100, pg: 20, imi: 0, BANK: 0 };
  /**
   * The amount that each line holds. A transfer from a game holds nothing until the provider has succeeded.
   */
  readonly #held = new Map<string, number>();
  readonly #changedAt = { pg: 0, imi: 0 };
  #version = 0;
  #time = Date.UTC(2026, 0, 1);

  constructor() {
    this.#recordSum();
  }

  deposit(amount: number): void {
    this.#balances.WALLET += amount;
    this.#putLine(`deposit ${amount}`, 'BANK', 'WALLET', amount, 'SUCCESS');
    this.#recordSum();
  }

  /** Changes the balance of a game by a play, unless the game has too little. */
  play(game: 'pg' | 'imi', by: number): void {
    if (this.#balances[game] + by < 0) return;
    this.#balances[game] += by;
    this.#changedAt[game] = ++this.#version;
    this.#recordSum();
  }

  /**
   * Starts a transfer, or a withdrawal if `to` is the bank. A repeat has no effect. Returns false if the
   * money does not suffice.
   */
  move(id: string, from: Place, to: Place, amount: number): boolean {
    if (this.lines.has(id)) return true;
    if (this.#balances[from] < amount) return false;
    if (from === 'WALLET') {
      this.#balances.WALLET -= amount;
      this.#held.set(id, amount);
    }
    this.#putLine(id, from, to, amount, 'PENDING');
    this.#recordSum();
    return true;
  }

  /** Applies the outcome that the provider or the bank reports. */
  end(id: string, isDone: boolean): void {
    const line = this.lines.get(id);
    if (line?.status !== 'PENDING') return;
    const [from, to] = [line.from as Place, line.to as Place];
    const held = this.#held.get(id) ?? 0;
    const isThere = held > 0 || this.#balances[from] >= line.amount;
    this.#held.delete(id);
    if (isDone && isThere) {
      if (held === 0) this.#add(from, -line.amount);
      this.#add(to, line.amount);
    } else if (held > 0) this.#balances.WALLET += held;
    this.#putLine(id, from, to, line.amount, isDone && isThere ? 'SUCCESS' : 'FAILED');
    this.#recordSum();
  }

  /** Returns the response to the command with this id. */
  responseOf(id: string): { statement: Line; wallet: Home['wallet'] } {
    return structuredClone({ statement: this.lines.get(id)!, wallet: this.#wallet() });
  }

  home(): Home {
    return structuredClone({ ...this.#rest.home(), wallet: this.#wallet(), slots: this.#slots() });
  }

  sync(cursor: string): SyncResponse {
    const since = Number(cursor.split('.')[1] ?? 0);
    const statements = [...this.lines.values()].filter(({ version }) => version > since);
    const isChanged =
      cursor === '' || statements.length > 0 || Object.values(this.#changedAt).some((at) => at > since);
    return structuredClone({
      ...this.#rest.sync(''),
      cursor: `1.${this.#version}`,
      reset: cursor === '',
      wallet: this.#wallet(),
      statements,
      slots: isChanged ? this.#slots() : undefined,
    });
  }

  #add(place: Place, by: number): void {
    this.#balances[place] += by;
    if (place === 'pg' || place === 'imi') this.#changedAt[place] = ++this.#version;
  }

  #putLine(id: string, from: Place, to: Place, amount: number, status: Line['status']): void {
    const createdAt = this.lines.get(id)?.createdAt ?? this.#tick();
    this.lines.set(id, {
      _id: id,
      statementType: from === 'BANK' ? 'deposit' : to === 'BANK' ? 'withdraw' : 'transfer',
      status,
      from,
      to,
      fromPlace: { kind: 'wallet' },
      toPlace: { kind: 'wallet' },
      amount,
      currency: 'BAHT',
      createdAt,
      version: ++this.#version,
      canCancel: false,
    });
  }

  #wallet(): Home['wallet'] {
    return {
      amount: this.#balances.WALLET,
      onTheWay: this.#onTheWay(),
      asOf: this.#tick(),
      currency: 'BAHT',
    };
  }

  #onTheWay(): number {
    return [...this.#held.values()].reduce((sum, held) => sum + held, 0);
  }

  #slots(): Slot[] {
    return (['pg', 'imi'] as const).map((code) => createSlot(code, code, { amount: this.#balances[code] }));
  }

  #recordSum(): void {
    this.sums.add(this.#balances.WALLET + this.#balances.pg + this.#balances.imi + this.#onTheWay());
  }

  /** Returns the server's time, and advances it by a second. */
  #tick(): string {
    this.#time += 1_000;
    return new Date(this.#time).toISOString();
  }
}
