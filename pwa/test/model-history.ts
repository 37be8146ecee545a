/** A model of one member's history at the server: rows with versions, returned as by `/api/sync`. */
import type { Home, Slip, StatementLine, SyncResponse } from '@/data/api/types';

const PAGE = 3;
const NO_INVITE = { amount: 0, soFar: 0, success: 0, fail: 1, dayMost: 0 };
const NO_REFUND = {
  result: false,
  bonus: false,
  info: '',
  refundAmount: 0,
  balance: 0,
  soFar: 0,
  refundSuccess: 0,
  refundFail: 1,
  dayMost: 0,
};

type Line = SyncResponse['statements'][number];
type Versioned<Row> = Map<string, Row & { version: number }>;

export class ModelHistory {
  readonly statements: Versioned<Line> = new Map();
  readonly slips: Versioned<Slip> = new Map();
  epoch = 1;
  coin = 0;
  amount = 0;
  #profileVersion = 0;
  #version = 0;
  /** The server's clock, which advances with every use. */
  #time = Date.UTC(2026, 0, 1);

  putStatement(id: string, status: StatementLine['status']): void {
    const createdAt = this.statements.get(id)?.createdAt ?? this.#tick();
    const version = ++this.#version;
    const row = { _id: id, statementType: 'deposit' as const, status, from: 'KTB', to: 'WALLET' };
    const places = { fromPlace: { kind: 'bank', code: 'KTB' }, toPlace: { kind: 'wallet' } } as const;
    this.statements.set(id, {
      ...row,
      ...places,
      amount: 1,
      currency: 'BAHT',
      createdAt,
      version,
      canCancel: false,
    });
    this.amount += status === 'SUCCESS' ? 1 : 0;
  }

  putSlip(id: string, status: Slip['status']): void {
    const createdAt = this.slips.get(id)?.createdAt ?? this.#tick();
    const version = ++this.#version;
    const row = { clientId: id, createdAt, amount: 1, currency: 'BAHT', status, version };
    this.slips.set(id, { ...row, review: false, link: '', reference: id });
  }

  earnCoin(): void {
    this.coin++;
    this.#profileVersion = ++this.#version;
  }

  /** Restores a backup: some rows are gone, and their versions are used again. */
  restore(): void {
    this.epoch++;
    for (const rows of [this.statements, this.slips]) {
      const [lost] = [...rows.keys()].slice(-1);
      if (lost) rows.delete(lost);
    }
    this.#version = 0;
    for (const rows of [this.statements, this.slips]) {
      for (const row of rows.values()) row.version = ++this.#version;
    }
    this.#profileVersion = ++this.#version;
  }

  sync(cursor: string): SyncResponse {
    const [epoch, version] = cursor.split('.').map(Number);
    const reset = cursor === '' || epoch !== this.epoch;
    const since = reset || version === undefined ? 0 : version;
    const changed = [...this.statements.values(), ...this.slips.values()]
      .filter((row) => row.version > since)
      .sort((one, other) => one.version - other.version);
    const rows = changed.slice(0, PAGE);
    const more = changed.length > PAGE;
    const reached = more ? (rows.at(-1)?.version ?? since) : this.#version;
    const isStatement = (row: Line | Slip): row is Line => '_id' in row;
    const hasProfile = this.#profileVersion > since && this.#profileVersion <= reached;
    return structuredClone({
      cursor: `${this.epoch}.${reached}`,
      more,
      reset,
      toPlay: 0,
      lookups: { banks: '1' },
      wallet: this.wallet(),
      ...(hasProfile && { profile: this.home().profile }),
      invite: NO_INVITE,
      refund: NO_REFUND,
      invites: [],
      refunds: [],
      statements: rows.filter(isStatement),
      slips: rows.filter((row): row is Slip & { version: number } => !isStatement(row)),
      coupons: [],
    });
  }

  home(): Home {
    const name = { nameTH: '', nameEN: '', nameLO: '' };
    return {
      profile: { _id: 'M1', username: '', name: '', createdAt: '', coin: this.coin, currency: 'BAHT' },
      bankAccount: { bankCode: 'KTB', bankAccountName: '', bankAccountNo: '', bank: name },
      wallet: this.wallet(),
      toPlay: 0,
      invite: NO_INVITE,
      slots: [],
    };
  }

  newestStatements(limit: number): { total: number; rows: StatementLine[] } {
    const rows = [...this.statements.values()].sort((one, other) =>
      other.createdAt.localeCompare(one.createdAt),
    );
    return structuredClone({ total: rows.length, rows: rows.slice(0, limit) });
  }

  wallet() {
    return { amount: this.amount, asOf: this.#tick(), currency: 'BAHT' };
  }

  /** Returns the server's time, and advances it by a second. */
  #tick(): string {
    this.#time += 1_000;
    return new Date(this.#time).toISOString();
  }
}
