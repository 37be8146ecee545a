import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { createCommandMember, deleteCommandMember } from '../../../../test/command-member';
import { refusal } from '../../../../test/network';
import { offline, ok, type TestServer } from '../../../../test/server';
import {
  buildAnnouncement,
  buildQrCancellation,
  buildQr,
  buildWithdrawal,
} from '../../domains/cash/commands';
import type { QrState } from '../../domains/cash/types';
import { logout } from '../../app/logout';
import { withMemberDb } from '../../storage/storage';
import { confirmAndRepeat, dismissCommand, resumeCommands, sendCommand, commandStages } from './send';

let server: TestServer;
/** Every Idempotency-Key that arrived, in order. */
let keys: string[];
/** The executed bodies, by key. */
let executed: Map<string, unknown>;

beforeEach(async () => {
  keys = [];
  executed = new Map();
  server = await createCommandMember();
});

afterEach(deleteCommandMember);

const line = {
  _id: 'w1',
  statementType: 'withdraw' as const,
  status: 'PENDING' as const,
  from: 'WALLET',
  to: 'KTB xxx4821',
  fromPlace: { kind: 'wallet' as const },
  toPlace: { kind: 'bank' as const, code: 'KTB', tail: '4821' },
  amount: 500,
  currency: 'BAHT',
  createdAt: '2026-11-21T07:00:00Z',
  version: 3,
};
const wallet = { amount: 1500, currency: 'BAHT', asOf: '2026-11-21T07:00:00Z' };

/** Executes each key once, whatever then happens to the responses. */
function onCall(call: string, ...responses: (() => Response)[]): void {
  server.on(call, ({ headers, body }) => {
    const key = headers.get('Idempotency-Key') ?? '';
    keys.push(key);
    const respond = responses.shift() ?? (() => ok({ statement: line, wallet }, 202));
    if (respond !== requirePassword && !executed.has(key)) executed.set(key, body);
    return respond();
  });
}

const WITHDRAW = 'withdraw';
const currentStage = () => commandStages.get().get(WITHDRAW) ?? { at: 'idle' };
const WITHDRAW_CALL = 'POST /api/wallet/withdrawAll';
const requirePassword = () => refusal(401, 'EXPIRED_AUTH_TOKEN');

/** Advances the clock until the outcome is known, however long the pauses are. */
async function waitForOutcome<T>(promise: Promise<T>): Promise<T> {
  const settled = vi.fn();
  promise.then(settled, settled);
  while (settled.mock.calls.length === 0) await vi.advanceTimersByTimeAsync(1_000);
  return promise;
}

describe('a withdrawal', () => {
  // spec 2.50b, 4.18b
  it('a withdrawal is sent in baht, its line is stored before its outcome is shown, and a sync fetches the balance', async () => {
    onCall(WITHDRAW_CALL);

    const outcome = await sendCommand(buildWithdrawal(50_025));

    expect(outcome).toMatchObject({ at: 'done', response: { statement: { _id: 'w1' } } });
    expect([...executed.values()]).toEqual([{ amount: 500.25 }]);
    expect(await withMemberDb('M1', (db) => db.statement.get('w1'))).toMatchObject({ status: 'PENDING' });
    await eventually(() => expect(server.calls).toContain('GET /api/sync'));
  });

  it('a withdrawal without a response is repeated under its key, even if the request for the time is refused', async () => {
    onCall(WITHDRAW_CALL, offline);
    server.on('GET /api/lookup/active', () => refusal(503, 'CLOSED'));
    const sending = sendCommand(buildWithdrawal(50_000));
    await eventually(() => expect(keys).toHaveLength(1));

    // The device slept: its clock is not reliable any more.
    vi.setSystemTime(Date.now() + 60_000);

    expect((await waitForOutcome(sending)).at).toBe('done');
    expect(new Set(keys).size).toBe(1);
  });

  it('a running withdrawal is shown as sending, and a second tap sends no other', async () => {
    onCall(WITHDRAW_CALL);

    const first = sendCommand(buildWithdrawal(50_000));
    const second = await sendCommand(buildWithdrawal(70_000));

    expect(second).toMatchObject({ at: 'sending', request: { body: { amount: 500 } } });
    await first;
    expect(executed.size).toBe(1);
  });

  it('a refused withdrawal is shown as refused until it was seen', async () => {
    onCall(WITHDRAW_CALL, () => refusal(409, 'MONEY_NOT_ENOUGH'));

    await sendCommand(buildWithdrawal(50_000));

    expect(currentStage()).toMatchObject({ at: 'failed', error: { code: 'MONEY_NOT_ENOUGH' } });
    dismissCommand(WITHDRAW);
    expect(currentStage().at).toBe('idle');
  });

  it('a refused withdrawal is not shown after its member logged out', async () => {
    server.on('POST /api/wallet/withdrawAll', () => refusal(409, 'MONEY_NOT_ENOUGH'));
    await sendCommand(buildWithdrawal(500)).catch(() => {});
    expect(commandStages.get().size).toBe(1);

    await logout('discard');

    expect(commandStages.get().size).toBe(0);
  });
});

describe('a session that was inactive for too long', () => {
  beforeEach(() => {
    server.on('POST /api/account/confirm', ({ body }) =>
      (body as { password: string }).password === 'right' ? ok() : refusal(400, 'WRONG_PASSWORD'),
    );
    onCall(WITHDRAW_CALL, requirePassword);
  });

  it('the password is requested, and then the same command is sent with the same key', async () => {
    await sendCommand(buildWithdrawal(50_000));
    expect(currentStage().at).toBe('password');

    const outcome = await confirmAndRepeat(WITHDRAW, 'right');

    expect(outcome.at).toBe('done');
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(executed.size).toBe(1);
  });

  it('a wrong password sends nothing and is requested again', async () => {
    await sendCommand(buildWithdrawal(50_000));

    await expect(confirmAndRepeat(WITHDRAW, 'wrong')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });

    expect(currentStage().at).toBe('password');
    expect(keys).toHaveLength(1);
  });
});

describe('after a reload', () => {
  const storeCommand = () =>
    withMemberDb('M1', (db) =>
      db.commands.put({
        key: 'k1',
        name: WITHDRAW,
        method: 'POST',
        path: '/api/wallet/withdrawAll',
        body: { amount: 500 },
        createdAt: Date.now(),
      }),
    );

  it('after a reload a withdrawal without a response is checked with its own key until its outcome is known', async () => {
    await storeCommand();
    onCall(WITHDRAW_CALL, offline);

    const resuming = resumeCommands();
    await eventually(() =>
      expect(currentStage()).toMatchObject({ at: 'checking', request: { body: { amount: 500 } } }),
    );
    await waitForOutcome(resuming);

    expect(currentStage()).toMatchObject({ at: 'done', response: { statement: { _id: 'w1' } } });
    expect(new Set(keys)).toEqual(new Set(['k1']));
    dismissCommand(WITHDRAW);
    expect(currentStage().at).toBe('idle');
  });

  it('after a reload a command that needs the password requests it, and is sent with its own key', async () => {
    await storeCommand();
    onCall(WITHDRAW_CALL, requirePassword);
    server.on('POST /api/account/confirm', () => ok());
    await resumeCommands();
    expect(currentStage().at).toBe('password');

    const outcome = await confirmAndRepeat(WITHDRAW, 'right');

    expect(outcome.at).toBe('done');
    expect(keys).toEqual(['k1', 'k1']);
  });
});

describe('other money commands', () => {
  const qr = (more: Partial<QrState>): QrState => ({
    qrcodeId: 'q1',
    lineId: 'l1',
    provider: 'KBANK',
    hasQrcode: true,
    qrcode: '<svg/>',
    amount: 500,
    transferAmount: 500,
    expireIn: null,
    message: '',
    timeLimit: 10,
    minDeposit: 10,
    ...more,
  });
  const storedQr = (provider: string) =>
    withMemberDb('M1', async (db) => (await db.lookups.get(`qr:${provider}`))?.data as QrState | undefined);

  const gateways = ['KBANK', 'WW', 'ZPAY', 'PAYONEX'] as const;
  // spec 4.14
  it.each(gateways)(
    'a QR of %s is stored, and the QRs of other gateways are fetched again',
    async (maker) => {
      server.on(`POST /api/qrcode/${maker}`, () => ok(qr({ provider: maker })));
      const others = gateways.filter((each) => each !== maker);
      for (const provider of others)
        server.on(`GET /api/qrcode/${provider}`, () => ok(qr({ provider, hasQrcode: false, qrcodeId: '' })));

      await sendCommand(buildQr(maker, 50_000, gateways));

      expect(await storedQr(maker)).toMatchObject({ hasQrcode: true });
      for (const provider of others)
        await eventually(async () => expect(await storedQr(provider)).toMatchObject({ hasQrcode: false }));
      expect(server.calls.filter((call) => call === `GET /api/qrcode/${maker}`)).toEqual([]);
    },
  );

  it('a QR whose cancellation got no response is cancelled once', async () => {
    onCall('DELETE /api/qrcode/q1', offline, () => ok(qr({ hasQrcode: false, qrcodeId: '' })));

    await waitForOutcome(sendCommand(buildQrCancellation(qr({}))));

    expect(executed.size).toBe(1);
    expect(await storedQr('KBANK')).toMatchObject({ hasQrcode: false });
  });

  it('an announced transfer is among the statement lines at once', async () => {
    const statement = { ...line, _id: 'a1', statementType: 'deposit' as const };
    onCall('POST /api/wallet/add', () => ok({ statement }));

    await sendCommand(buildAnnouncement(50_000));

    expect(await withMemberDb('M1', (db) => db.statement.get('a1'))).toMatchObject({
      statementType: 'deposit',
    });
  });
});
