/** Runs a command through its state machine: stores the key, then sends until the outcome is known. */
import { ApiError, NETWORK } from '../../api/errors';
import { backoff } from '../../kit/retry';
import type { CommandRow } from '../../storage/db';
import { dropLate, isLate, openQuestions, remember, settle, type Owner } from './keys';
import { IDLE, isUnderWay, keyIn, step, type CommandEvent, type Stage } from './machine';

const DELAYS = { firstMs: 1_000, longestMs: 30_000 };

export interface Tools {
  /** Sends the command and returns the response. Throws ApiError. */
  ask: (row: CommandRow, token: string | null) => Promise<unknown>;
  /** Resolves once `now` is reliable. Throws ApiError. */
  sure: () => Promise<void>;
  /** By the server's clock. */
  now: () => number;
  random: () => number;
  pause: (ms: number) => Promise<void>;
  /**
   * The running calls of this page, by token and key. Two calls with one key could get two different
   * responses.
   */
  asked: Map<string, Promise<Stage>>;
}

/** Called with each stage that the command reaches. */
export type Report = (row: CommandRow, stage: Stage) => void;

/**
 * runCommand sends the command under its key, or under the key that the same command already has. Returns its last
 * stage.
 */
export async function runCommand(
  owner: Owner | null,
  fresh: CommandRow,
  tools: Tools,
  report: Report = () => {},
): Promise<Stage> {
  const row = await remember(owner, fresh, tools.now());
  return askOnce(owner, row, step(IDLE, { is: 'given', lost: row !== fresh }), tools, report);
}

/**
 * resume sends the commands that an earlier page left without a response, except those that this page has
 * sent meanwhile.
 */
export async function resume(owner: Owner, tools: Tools, report: Report): Promise<void> {
  await dropLate(owner, tools.now());
  const rows = (await openQuestions(owner, tools.now())).filter(
    (row) => !tools.asked.has(nameOf(owner, row)),
  );
  // A page that died between the two writes left the key only in the database.
  for (const row of rows) owner.spare.put(row);
  const given = step(IDLE, { is: 'given', lost: true });
  await Promise.all(rows.map((row) => askOnce(owner, row, given, tools, report)));
}

/** Sends the command, or joins the call with the same key. */
function askOnce(owner: Owner | null, row: CommandRow, begun: Stage, tools: Tools, report: Report) {
  const name = nameOf(owner, row);
  let end = tools.asked.get(name);
  if (end) report(row, begun);
  else {
    end = askUntilKnown(owner, row, begun, tools, report).finally(() => tools.asked.delete(name));
    tools.asked.set(name, end);
  }
  return end;
}

function nameOf(owner: Owner | null, { key }: CommandRow): string {
  return `${owner?.token ?? ''} ${key}`;
}

async function askUntilKnown(
  owner: Owner | null,
  row: CommandRow,
  begun: Stage,
  tools: Tools,
  report: Report,
): Promise<Stage> {
  let stage = begun;
  report(row, stage);
  for (;;) {
    stage = step(stage, await attempt(owner, row, tools));
    if (!isUnderWay(stage)) break;
    report(row, stage);
    await tools.pause(backoff(DELAYS, stage.tries - 1, tools.random));
  }
  await settle(owner, row, keyIn(stage));
  report(row, stage);
  return stage;
}

async function attempt(owner: Owner | null, row: CommandRow, tools: Tools): Promise<CommandEvent> {
  try {
    await tools.sure();
    // The device may have slept since the last try. A command that is too old is not sent any more.
    if (isLate(row, tools.now())) return { is: 'failed', error: new ApiError(NETWORK), late: true };
    return { is: 'answered', answer: await tools.ask(row, owner?.token ?? null) };
  } catch (error) {
    return { is: 'failed', error, late: false };
  }
}
