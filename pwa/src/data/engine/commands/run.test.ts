// @pure
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NETWORK } from '../../api/errors';
import type { CommandRow } from '../../storage/db';
import { forgetUnstored } from './keys';
import type { CommandStage } from './machine';
import { runCommand, type CommandTools } from './run';

beforeEach(() => forgetUnstored());

const row: CommandRow = { key: 'k1', name: 'register', method: 'POST', path: '/x', body: {}, createdAt: 0 };

/** Returns tools that lose the first `losses` responses. Then the command is done. */
function buildTools(losses: number): {
  tools: CommandTools;
  pauses: number[];
  send: ReturnType<typeof vi.fn>;
} {
  const pauses: number[] = [];
  const send = vi.fn(async () => {
    if (losses-- > 0) throw new ApiError(NETWORK);
    return 'done';
  });
  const pause = async (ms: number) => void pauses.push(ms);
  return {
    tools: { send, ensureClock: async () => {}, now: () => 0, random: () => 0, pause, running: new Map() },
    pauses,
    send,
  };
}

describe('a command whose responses are lost', () => {
  it('a command is repeated after a second, then after growing pauses of at most thirty seconds', async () => {
    const { tools, pauses } = buildTools(7);

    expect(await runCommand(null, row, tools)).toEqual({ at: 'done', response: 'done' });

    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('a command reports each of its stages', async () => {
    const { tools } = buildTools(2);
    const stages: CommandStage['at'][] = [];

    await runCommand(null, row, tools, (_, stage) => stages.push(stage.at));

    expect(stages).toEqual(['sending', 'checking', 'checking', 'done']);
  });
});

it('a command that is sent again while its key is in use makes one request, and both callers get the outcome', async () => {
  const { tools, send } = buildTools(2);

  const outcomes = await Promise.all([
    runCommand(null, row, tools),
    runCommand(null, { ...row, key: 'k2' }, tools),
  ]);

  expect(outcomes).toEqual([
    { at: 'done', response: 'done' },
    { at: 'done', response: 'done' },
  ]);
  expect(send).toHaveBeenCalledTimes(3);
});

describe('a command that an earlier attempt left without a response', () => {
  const HOUR = 3_600_000;

  it('a command is not sent half an hour later, for example after the phone slept', async () => {
    const { tools, send } = buildTools(1);
    let now = 0;
    const toolsAfterSleep = { ...tools, now: () => now, pause: async () => void (now = 8 * HOUR) };

    expect(await runCommand(null, row, toolsAfterSleep)).toMatchObject({ at: 'failed', key: 'delete' });

    expect(send).toHaveBeenCalledOnce();
  });

  it('a command is repeated while the server’s time is unknown', async () => {
    const { tools, send } = buildTools(1);
    let now = 0;
    let unsure = 3;
    const toolsWithClock = {
      ...tools,
      now: () => now,
      // The phone's clock jumps; the server's becomes known after some tries.
      pause: async () => void (now = unsure > 0 ? 24 * HOUR : 2_000),
      async ensureClock() {
        if (now > 0 && unsure-- > 0) throw new ApiError(NETWORK);
      },
    };

    expect(await runCommand(null, row, toolsWithClock)).toEqual({ at: 'done', response: 'done' });

    expect(send).toHaveBeenCalledTimes(2);
  });
});
