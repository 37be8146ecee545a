import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCommandMember, deleteCommandMember } from '../../../../test/command-member';
import { refusal } from '../../../../test/network';
import { offline, ok, type TestServer } from '../../../../test/server';
import { reportCall } from '../../device/traffic';
import { OFFLINE_AFTER_MS } from '../../device/connection';
import type { CommandRow } from '../../storage/db';
import { withMemberDb } from '../../storage/storage';
import { command, resumeCommands } from './send';

let server: TestServer;
/** The executed bodies, by key. */
let executed: Map<string, unknown>;
let keys: string[];

beforeEach(async () => {
  executed = new Map();
  keys = [];
  server = await createCommandMember();
});

afterEach(deleteCommandMember);

/**
 * Executes the command once per key. Each of the given responses is returned in turn, or lost if it throws.
 */
function onWithdraw(...responses: (() => Response)[]): void {
  server.on('POST /api/wallet/withdrawAll', ({ headers, body }) => {
    const key = headers.get('Idempotency-Key') ?? '';
    keys.push(key);
    if (!executed.has(key)) executed.set(key, body);
    return (responses.shift() ?? (() => ok(PAID)))();
  });
}

const PAID = { statement: { status: 'SUCCESS' } };

const withdraw = (amount = 500) => command('withdrawAll', { body: { amount } });

const rows = () => withMemberDb('M1', (db) => db.commands.toArray());

/** Advances the clock until the command's outcome is known, however long the pauses are. */
async function waitForOutcome<T>(promise: Promise<T>): Promise<T> {
  const settled = vi.fn();
  promise.then(settled, settled);
  while (settled.mock.calls.length === 0) await vi.advanceTimersByTimeAsync(1_000);
  return promise;
}

describe('a command', () => {
  it('a command is executed once, and its key is deleted after the response', async () => {
    onWithdraw();

    expect(await withdraw()).toEqual(PAID);
    expect(await rows()).toEqual([]);
  });

  it('a command whose responses are lost is repeated with the same key until its outcome is known', async () => {
    onWithdraw(offline, offline, () => refusal(502, 'BAD_GATEWAY'), offline);

    expect(await waitForOutcome(withdraw())).toEqual(PAID);
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(1);
    expect(executed.size).toBe(1);
  });

  it('a refused command fails at once, and can be sent again', async () => {
    onWithdraw(() => refusal(409, 'MONEY_NOT_ENOUGH'));

    await expect(withdraw()).rejects.toMatchObject({ code: 'MONEY_NOT_ENOUGH' });
    await withdraw();

    expect(new Set(keys).size).toBe(2);
  });

  it('a command fails after five server errors, and a retry by hand uses its first key', async () => {
    onWithdraw(...Array.from({ length: 5 }, () => () => refusal(500, 'INTERNAL_SERVER_ERROR')));

    await expect(waitForOutcome(withdraw())).rejects.toMatchObject({ status: 500 });
    await withdraw();

    expect(new Set(keys).size).toBe(1);
  });

  it('a command that is sent twice at once is executed once', async () => {
    onWithdraw();

    await Promise.all([withdraw(), withdraw()]);

    expect(executed.size).toBe(1);
  });
});

describe('a command without a network', () => {
  beforeEach(async () => {
    reportCall()('lost');
    await vi.advanceTimersByTimeAsync(OFFLINE_AFTER_MS);
  });

  afterEach(() => reportCall()('response'));

  it('a command without a network fails and is never sent', async () => {
    server.on('GET /api/lookup/active', offline);
    onWithdraw();

    await expect(withdraw()).rejects.toMatchObject({ code: 'NETWORK', extra: { sent: false } });
    expect(keys).toEqual([]);
    expect(await rows()).toEqual([]);
  });
});

describe('the stored key of a command', () => {
  it('the key is stored before the command is sent', async () => {
    const seen: CommandRow[][] = [];
    server.on('POST /api/wallet/withdrawAll', async () => {
      seen.push(await rows());
      return ok(PAID);
    });

    await withdraw();

    expect(seen).toMatchObject([[{ name: 'withdraw', body: { amount: 500 } }]]);
  });

  it('a command that needs the password keeps its key for a retry by hand only', async () => {
    onWithdraw(() => refusal(401, 'EXPIRED_AUTH_TOKEN'));
    await expect(withdraw()).rejects.toMatchObject({ code: 'EXPIRED_AUTH_TOKEN' });

    await resumeCommands();
    expect(keys).toHaveLength(1);
    await withdraw();

    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});
