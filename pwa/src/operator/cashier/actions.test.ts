// @pure
import { describe, expect, it } from 'vitest';
import { ApiError, NETWORK } from '@/data/api/errors';
import { ActionRunner, type ActionResponse } from './actions';

type ServerResponse = { ok: ActionResponse } | ApiError;

const credited: ActionResponse = { kind: 'SLIP', id: '1', act: 'settle' };

/** Simulates a server that returns the given responses in order, and records the requests. */
function createRunner(...responses: ServerResponse[]) {
  const keys: string[] = [];
  let keyCount = 0;
  const runner = new ActionRunner({
    send: async (_, key) => {
      keys.push(key);
      await Promise.resolve();
      const response = responses.shift() ?? { ok: credited };
      if (response instanceof ApiError) throw response;
      return response.ok;
    },
    newKey: () => `key-${++keyCount}`,
    pause: () => Promise.resolve(),
  });
  return { runner, keys: () => keys };
}

const lostResponse = () => new ApiError(NETWORK);
const settle = { path: { kind: 'SLIP', id: '1', act: 'settle' }, body: { amount: 5 } };

describe('an action', () => {
  it('an action that is pressed twice at once is sent once', async () => {
    const { runner, keys } = createRunner();

    const outcomes = await Promise.all([runner.run('1', settle), runner.run('1', settle)]);

    expect(outcomes.map((outcome) => outcome?.how)).toEqual(['done', undefined]);
    expect(keys()).toEqual(['key-1']);
  });

  it('an action without a response is sent again with the same key', async () => {
    const { runner, keys } = createRunner(lostResponse(), new ApiError('INTERNAL_SERVER_ERROR', 500), {
      ok: credited,
    });

    const outcome = await runner.run('1', settle);

    expect(outcome).toEqual({ how: 'done', response: credited });
    expect(keys()).toEqual(['key-1', 'key-1', 'key-1']);
  });

  it('an action keeps its key for the next press while its outcome is unknown', async () => {
    const { runner, keys } = createRunner(lostResponse(), lostResponse(), lostResponse(), lostResponse());

    const first = await runner.run('1', settle);
    const second = await runner.run('1', settle);

    expect([first?.how, second?.how]).toEqual(['unknown', 'done']);
    expect(new Set(keys())).toEqual(new Set(['key-1']));
  });

  it('an action has a new key once its outcome is known, also after a refusal', async () => {
    const { runner, keys } = createRunner(new ApiError('INVALID_USER_INFO', 400));

    const first = await runner.run('1', settle);
    await runner.run('1', settle);
    await runner.run('1', settle);

    expect(first?.how).toBe('refused');
    expect(keys()).toEqual(['key-1', 'key-2', 'key-3']);
  });

  it('an action keeps its key over a login', async () => {
    const { runner, keys } = createRunner(lostResponse(), new ApiError('UNAUTHORIZED', 401));

    await runner.run('1', settle);
    await runner.run('1', settle);

    expect(keys()).toEqual(['key-1', 'key-1', 'key-1']);
  });

  it('an action with other content has another key', async () => {
    const { runner, keys } = createRunner(lostResponse(), lostResponse(), lostResponse(), lostResponse());

    await runner.run('1', settle);
    await runner.run('1', { ...settle, body: { amount: 6 } });

    expect(keys().at(-1)).toBe('key-2');
  });

  it.each([404, 409])(
    'an action on an item that a colleague settled (%d) is gone, not failed',
    async (status) => {
      const { runner } = createRunner(new ApiError('NO_DATA', status));

      expect(await runner.run('1', settle)).toEqual({ how: 'gone' });
    },
  );
});
