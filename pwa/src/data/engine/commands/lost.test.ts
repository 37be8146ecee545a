import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCommandMember, deleteCommandMember } from '../../../../test/command-member';
import { offline, ok, type TestServer } from '../../../../test/server';
import { withMemberDb } from '../../storage/storage';
import { buildRequest, resumeCommands, sendCommand, commandStages, type CommandRequest } from './send';
import { allCommands, commandOf, movesMoney, type CommandId } from './commands';

const moneyCommands = allCommands()
  .filter(([, { name }]) => movesMoney(name))
  .map(([id]) => id);

let server: TestServer;
/** Every Idempotency-Key that was sent, in order. */
let sent: string[];
/** The keys that the server has executed. */
let executed: Set<string>;

beforeEach(async () => {
  sent = [];
  executed = new Set();
  server = await createCommandMember();
});
afterEach(deleteCommandMember);

/** Returns a request of this command, with values for any parameters of its path. */
function requestFor(id: CommandId): CommandRequest {
  const path = { id: 'w1', provider: 'KBANK', qrcodeId: 'q1', code: 'WELCOME' };
  return buildRequest(id as 'withdrawAll', { path, body: { amount: 500 } } as never) as CommandRequest;
}

type Loss = (typeof LOSSES)[number];
const LOSSES = [
  'on the way there',
  'on the way back',
  'to a portal that responds with its own JSON',
] as const;

/** Loses the first two calls, each before or after the server executed it. */
function loseTwo(id: CommandId, { method, path }: CommandRequest, loss: Loss): void {
  server.on(`${method} ${path}`, ({ headers }) => {
    const key = headers.get('Idempotency-Key') ?? '';
    sent.push(key);
    const isLost = sent.length <= 2;
    if (isLost && loss === 'on the way there') return offline();
    if (isLost && loss !== 'on the way back') return ok({ status: 'ok' });
    executed.add(key);
    return isLost ? offline() : ok({ [String(commandOf(id).money)]: {} });
  });
}

/** Advances the clock until the promise settles, however long the pauses between two tries are. */
async function waitForOutcome<T>(promise: Promise<T>): Promise<T> {
  const settled = vi.fn();
  promise.then(settled, settled);
  while (settled.mock.calls.length === 0) await vi.advanceTimersByTimeAsync(1_000);
  return promise;
}

describe.each(moneyCommands)('%s', (id) => {
  it.each(LOSSES)(
    'a money command that is lost %s is repeated under its key until its outcome is known, and executed once',
    async (where) => {
      const request = requestFor(id);
      loseTwo(id, request, where);

      const outcome = await waitForOutcome(sendCommand(request));

      expect(outcome.at).toBe('done');
      expect(sent).toHaveLength(3);
      expect([...executed]).toEqual([sent[0]]);
    },
  );

  it.each(LOSSES)(
    'a money command that is lost %s before a reload is repeated after the reload under its key, and executed once',
    async (where) => {
      const request = requestFor(id);
      const { name, method, path, body } = request;
      loseTwo(id, request, where);
      // The earlier page stored this row before it sent the command.
      const row = { key: 'k1', name, method, path, body, createdAt: Date.now() };
      await withMemberDb('M1', (db) => db.commands.put(row));

      await waitForOutcome(resumeCommands());

      expect(commandStages.get().get(name)?.at).toBe('done');
      expect(sent).toEqual(['k1', 'k1', 'k1']);
      expect([...executed]).toEqual(['k1']);
      expect(await withMemberDb('M1', (db) => db.commands.toArray())).toEqual([]);
    },
  );
});
