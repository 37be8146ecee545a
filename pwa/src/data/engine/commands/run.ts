/** Runs a command through its state machine: stores the key, then sends until the outcome is known. */
import { ApiError, NETWORK } from '../../api/errors';
import { backoff } from '../../kit/retry';
import type { CommandRow } from '../../storage/db';
import {
  deleteExpired,
  isExpired,
  listUnfinishedCommands,
  storeKey,
  applyKeyAction,
  type Owner,
} from './keys';
import { IDLE, isRunning, keyActionIn, nextStage, type CommandEvent, type CommandStage } from './machine';

const DELAYS = { firstMs: 1_000, longestMs: 30_000 };

export interface CommandTools {
  /** Sends the command and returns the response. Throws ApiError. */
  send: (row: CommandRow, token: string | null) => Promise<unknown>;
  /** Resolves once `now` is reliable. Throws ApiError. */
  ensureClock: () => Promise<void>;
  /** By the server's clock. */
  now: () => number;
  random: () => number;
  pause: (ms: number) => Promise<void>;
  /**
   * The running calls of this page, by token and key. Two calls with one key could get two different
   * responses.
   */
  running: Map<string, Promise<CommandStage>>;
}

/** Called with each stage that the command reaches. */
export type Report = (row: CommandRow, stage: CommandStage) => void;

/**
 * runCommand sends the command under its key, or under the key that the same command already has. Returns its
 * last stage.
 */
export async function runCommand(
  owner: Owner | null,
  newRow: CommandRow,
  tools: CommandTools,
  report: Report = () => {},
): Promise<CommandStage> {
  const row = await storeKey(owner, newRow, tools.now());
  return sendOnce(owner, row, nextStage(IDLE, { is: 'sent', lost: row !== newRow }), tools, report);
}

/**
 * resumeOpenCommands sends the commands that an earlier page left without a response, except those that this
 * page has sent meanwhile.
 */
export async function resumeOpenCommands(owner: Owner, tools: CommandTools, report: Report): Promise<void> {
  await deleteExpired(owner, tools.now());
  const rows = (await listUnfinishedCommands(owner, tools.now())).filter(
    (row) => !tools.running.has(runningKey(owner, row)),
  );
  // A page that ended after it wrote the key to the database may have left no spare key.
  for (const row of rows) owner.spare.put(row);
  const resumedStage = nextStage(IDLE, { is: 'sent', lost: true });
  await Promise.all(rows.map((row) => sendOnce(owner, row, resumedStage, tools, report)));
}

/** Sends the command, or returns the running call with the same key. */
function sendOnce(
  owner: Owner | null,
  row: CommandRow,
  firstStage: CommandStage,
  tools: CommandTools,
  report: Report,
) {
  const name = runningKey(owner, row);
  let running = tools.running.get(name);
  if (running) report(row, firstStage);
  else {
    running = sendUntilKnown(owner, row, firstStage, tools, report).finally(() => tools.running.delete(name));
    tools.running.set(name, running);
  }
  return running;
}

function runningKey(owner: Owner | null, { key }: CommandRow): string {
  return `${owner?.token ?? ''} ${key}`;
}

async function sendUntilKnown(
  owner: Owner | null,
  row: CommandRow,
  firstStage: CommandStage,
  tools: CommandTools,
  report: Report,
): Promise<CommandStage> {
  let stage = firstStage;
  report(row, stage);
  for (;;) {
    stage = nextStage(stage, await sendRow(owner, row, tools));
    if (!isRunning(stage)) break;
    report(row, stage);
    await tools.pause(backoff(DELAYS, stage.tries - 1, tools.random));
  }
  await applyKeyAction(owner, row, keyActionIn(stage));
  report(row, stage);
  return stage;
}

async function sendRow(owner: Owner | null, row: CommandRow, tools: CommandTools): Promise<CommandEvent> {
  try {
    await tools.ensureClock();
    // The device may have slept since the last try. A command that is too old is not sent any more.
    if (isExpired(row, tools.now())) return { is: 'failed', error: new ApiError(NETWORK), late: true };
    return { is: 'response', response: await tools.send(row, owner?.token ?? null) };
  } catch (error) {
    return { is: 'failed', error, late: false };
  }
}
