/**
 * Sends commands and keeps their stages. Commands of one name run one at a time in a page, so a sheet that is
 * opened again finds the running command. Nothing is queued: a command that cannot be sent now fails now. A
 * command that was sent is repeated until its outcome is known, also after a reload.
 */
import { call, fillPath, requestAt } from '../../api/client';
import { isServerTimeSure, serverNow, serverTimeSure } from '../../api/clock';
import { ApiError, isAnswerLost, NETWORK, NOT_OURS } from '../../api/errors';
import type { PathParams } from '../../api/routes';
import { isOffline } from '../../device/connection';
import { newId } from '../../kit/digest';
import { setUnsaved } from '../../kit/unsaved-work';
import { pause } from '../../kit/retry';
import { Store } from '../../kit/store';
import type { Member } from '../../session/member';
import { getSession, knowMember, watchSession } from '../../session/token';
import type { CommandRow } from '../../storage/db';
import { inKept, inMember } from '../../storage/storage';
import { syncNow } from '../sync/sync';
import { forgetUnwritten, isLate, openQuestions, type Owner } from './keys';
import { IDLE, isUnderWay, type Stage } from './machine';
import { runCommand, resume, type Tools } from './run';
import { spareKeysOf } from './spare';
import { commandOf, isAnswerTo, nameOf, type Answered, type CommandId, type Given } from './commands';

const PROBE_TIMEOUT_MS = 3_000;

/** The request of a command. Orders with the same name, path and body are the same command, under one key. */
export interface Order<Answer = unknown> extends Pick<CommandRow, 'name' | 'method' | 'path' | 'body'> {
  /** Writes the response to the device's database, before the outcome is shown. */
  keep?: (member: Member, answer: Answer) => Promise<void>;
}

/** The stage of the command of one name. */
export type Command<Answer = unknown> =
  | { at: 'idle' }
  | { at: 'sending' | 'checking'; order: Order<Answer> }
  | { at: 'password'; order: Order<Answer> }
  | { at: 'done'; order: Order<Answer>; answer: Answer }
  | { at: 'failed'; order: Order<Answer>; error: unknown };

type Stand = Exclude<Command, { at: 'idle' }>;

/** By name; idle commands are not in it. */
export const commandStages = new Store<ReadonlyMap<string, Stand>>(new Map());

const tools: Tools = {
  async ask({ name, method, path, body, key }, auth) {
    const { body: answer } = await requestAt(method, path, { body, key, auth: auth ?? false, slow: true });
    if (!isAnswerTo(name, answer)) throw new ApiError(NOT_OURS, 200);
    return answer;
  },
  async sure() {
    if (!isServerTimeSure()) await reach();
  },
  now: serverNow,
  random: () => Math.random(),
  pause,
  asked: new Map(),
};

// While a command waits for a response, no update reloads the page.
commandStages.watch(() => setUnsaved('commands', [...commandStages.get().values()].some(isUnderWay)));

let token = getSession()?.token;

watchSession(() => {
  const now = getSession()?.token;
  if (!now) forgetUnwritten();
  if (now === token) return;
  token = now;
  commandStages.set(new Map());
});

interface Extras<Answer> {
  /** The subject of the command, if one command of each subject may run at the same time. */
  subject?: string;
  keep?: Order<Answer>['keep'];
}

/** order returns the command with the contract's method, path and body. */
export function order<Id extends CommandId>(
  id: Id,
  ...[given]: Given<Id, Extras<Answered<Id>>>
): Order<Answered<Id>> {
  const { path, body, subject, keep }: Extras<Answered<Id>> & { path?: PathParams; body?: unknown } =
    given ?? {};
  const { method, path: template } = commandOf(id);
  return { name: nameOf(id, subject), method, path: fillPath(template, path), body: body ?? {}, keep };
}

/**
 * send sends the command, and resolves when it is no longer under way. If a command of that name is already
 * running, it returns that command. Never rejects.
 */
export async function send<Answer>(wish: Order<Answer>): Promise<Command<Answer>> {
  const under = commandStages.get().get(wish.name);
  if (under && isUnderWay(under)) return under as Command<Answer>;
  put({ at: 'sending', order: wish as Order });
  const end = await executeOrder(wish as Order, (stage) => storeStage(wish as Order, stage)).catch(
    (error: unknown): Stage => ({ at: 'failed', error, key: 'gone' }),
  );
  return storeStage(wish as Order, end) as Command<Answer>;
}

/**
 * command sends a command like `send`, but does not publish its stage: the form awaits it. Throws ApiError.
 */
export async function command<Id extends CommandId>(
  id: Id,
  ...given: Given<Id, Extras<Answered<Id>>>
): Promise<Answered<Id>> {
  const end = await executeOrder(order(id, ...given) as Order, () => {});
  if (end.at === 'done') return end.answer as Answered<Id>;
  throw 'error' in end ? end.error : new ApiError(NETWORK);
}

/** confirmAndRepeat sends the password, then the same command under its key. Throws ApiError. */
export async function confirmAndRepeat(name: string, password: string): Promise<Command> {
  const stand = commandStages.get().get(name);
  if (stand?.at !== 'password') return stand ?? IDLE;
  await call('POST', '/api/account/confirm', { body: { password } });
  return repeatConfirmed(name);
}

/** repeatConfirmed sends the same command under its key, after a passkey has replaced the password. */
export async function repeatConfirmed(name: string): Promise<Command> {
  const stand = commandStages.get().get(name);
  return stand?.at === 'password' ? send(stand.order) : (stand ?? IDLE);
}

/**
 * dismiss drops the command's outcome, because the member has seen it or does not want to enter the password.
 */
export function dismiss(name: string): void {
  const stand = commandStages.get().get(name);
  if (!stand || isUnderWay(stand)) return;
  commandStages.change((all) => new Map([...all].filter(([other]) => other !== name)));
}

/** resumeCommands repeats the commands that an earlier page left without a response. Never rejects. */
export async function resumeCommands(): Promise<void> {
  const member = await knowMember().catch(() => null);
  if (!member) return;
  const owner = ownerOf(member);
  const orders = new Map<string, Order>();
  const shown = await openQuestions(owner, serverNow()).catch(() => []);
  for (const row of shown) stand(orders, row);
  await serverTimeSure();
  const late = shown.filter((row) => isLate(row, serverNow())).map(({ key }) => orders.get(key));
  commandStages.change((all) => new Map([...all].filter(([, { order: wish }]) => !late.includes(wish))));
  await resume(owner, tools, (row, stage) => {
    const wish = stand(orders, row);
    if (stage.at !== 'sending') storeStage(wish, stage);
    if (!isUnderWay(stage)) void syncNow();
  }).catch(() => {});
}

/**
 * Returns the order of a command from an earlier page. No code awaits its result; a screen that shows this
 * name displays its stage.
 */
function stand(orders: Map<string, Order>, { key, name, method, path, body }: CommandRow): Order {
  const wish = orders.get(key) ?? { name, method, path, body };
  if (!orders.has(key) && !commandStages.get().has(name)) put({ at: 'checking', order: wish });
  orders.set(key, wish);
  return wish;
}

async function executeOrder(wish: Order, report: (stage: Stage) => void): Promise<Stage> {
  await assertReachable();
  const member = getSession() ? await knowMember() : null;
  const { keep, ...row } = wish;
  const fresh = { ...row, key: newId(), createdAt: serverNow() };
  const end = await runCommand(member && ownerOf(member), fresh, tools, (_, stage) => {
    if (isUnderWay(stage)) report(stage);
  });
  if (!member) return end;
  if (end.at === 'done') await keep?.(member, end.answer).catch(() => {});
  void syncNow();
  return end;
}

/**
 * Stores the stage if this order is still the current one of its name. It may not be, for example after
 * another member logged in.
 */
function storeStage(wish: Order, stage: Stage): Command {
  const stand = standOf(wish, stage);
  if (stand.at !== 'idle' && commandStages.get().get(wish.name)?.order === wish) put(stand);
  return stand;
}

function put(stand: Stand): void {
  commandStages.change((all) => new Map(all).set(stand.order.name, stand));
}

function standOf(wish: Order, stage: Stage): Command {
  switch (stage.at) {
    case 'idle':
      return stage;
    case 'done':
      return { at: 'done', order: wish, answer: stage.answer };
    case 'failed':
      return { at: 'failed', order: wish, error: stage.error };
    default:
      return { at: stage.at, order: wish };
  }
}

function ownerOf({ memberId, token: auth }: Member): Owner {
  return {
    token: auth,
    disk: (work) => inMember(memberId, work),
    kept: (work) => inKept(memberId, work),
    spare: spareKeysOf(memberId),
  };
}

/**
 * If the app seems offline, checks that with one quick call, since the state may be out of date. The call
 * also sets the server's clock, which dates the command.
 */
async function assertReachable(): Promise<void> {
  if (!isOffline() && isServerTimeSure()) return;
  await reach().catch(() => {
    throw new ApiError(NETWORK, 0, { extra: { sent: false } });
  });
}

/**
 * Resolves once the server has responded at all. A refusal also sets the clock, and it says nothing about the
 * command, which has its own key. Throws ApiError if there was no response.
 */
async function reach(): Promise<void> {
  await call('GET', '/api/lookup/active', { auth: false, timeoutMs: PROBE_TIMEOUT_MS }).catch((error) => {
    if (isAnswerLost(error)) throw error;
  });
}
