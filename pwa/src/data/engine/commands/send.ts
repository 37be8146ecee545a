/**
 * Sends commands and stores their stages. Commands of one name run one at a time in a page, so a sheet that
 * is opened again finds the running command. Nothing is queued: a command that cannot be sent now fails now.
 * A command that was sent is repeated until its outcome is known, also after a reload.
 */
import { call, fillPath, requestAt } from '../../api/client';
import { isServerTimeSure, serverNow, waitForServerTime } from '../../api/clock';
import { ApiError, isResponseLost, NETWORK, NOT_OURS } from '../../api/errors';
import type { PathParams } from '../../api/routes';
import { isOffline } from '../../device/connection';
import { newId } from '../../kit/digest';
import { setUnsaved } from '../../kit/unsaved-work';
import { pause } from '../../kit/retry';
import { Store } from '../../kit/store';
import type { Member } from '../../session/member';
import { getSession, resolveMember, watchSession } from '../../session/token';
import type { CommandRow } from '../../storage/db';
import { withMemberDbAfterSession, withMemberDb } from '../../storage/storage';
import { syncNow } from '../sync/sync';
import { forgetUnstored, isExpired, listUnfinishedCommands, type Owner } from './keys';
import { IDLE, isRunning, type CommandStage } from './machine';
import { runCommand, resumeOpenCommands, type CommandTools } from './run';
import { spareKeysOf } from './spare';
import {
  commandOf,
  isResponseTo,
  nameOf,
  type CommandResponse,
  type CommandId,
  type CommandArgs,
} from './commands';

const PROBE_TIMEOUT_MS = 3_000;

/**
 * The request of a command. Requests with the same name, path and body are the same command, under one key.
 */
export interface CommandRequest<Body = unknown> extends Pick<
  CommandRow,
  'name' | 'method' | 'path' | 'body'
> {
  /** Writes the response to the device's database, before the outcome is shown. */
  storeResponse?: (member: Member, response: Body) => Promise<void>;
}

/** The stage of the command of one name. */
export type Command<Body = unknown> =
  | { at: 'idle' }
  | { at: 'sending' | 'checking'; request: CommandRequest<Body> }
  | { at: 'password'; request: CommandRequest<Body> }
  | { at: 'done'; request: CommandRequest<Body>; response: Body }
  | { at: 'failed'; request: CommandRequest<Body>; error: unknown };

type ActiveCommand = Exclude<Command, { at: 'idle' }>;

/** By name; idle commands are not in it. */
export const commandStages = new Store<ReadonlyMap<string, ActiveCommand>>(new Map());

const tools: CommandTools = {
  async send({ name, method, path, body, key }, auth) {
    const { body: response } = await requestAt(method, path, { body, key, auth: auth ?? false, slow: true });
    if (!isResponseTo(name, response)) throw new ApiError(NOT_OURS, 200);
    return response;
  },
  async ensureClock() {
    if (!isServerTimeSure()) await probeServer();
  },
  now: serverNow,
  random: () => Math.random(),
  pause,
  running: new Map(),
};

// While a command waits for a response, no update reloads the page.
commandStages.watch(() => setUnsaved('commands', [...commandStages.get().values()].some(isRunning)));

let token = getSession()?.token;

watchSession(() => {
  const newToken = getSession()?.token;
  if (!newToken) forgetUnstored();
  if (newToken === token) return;
  token = newToken;
  commandStages.set(new Map());
});

interface Extras<Body> {
  /** The subject of the command, if one command of each subject may run at the same time. */
  subject?: string;
  storeResponse?: CommandRequest<Body>['storeResponse'];
}

/** buildRequest returns the command with the contract's method, path and body. */
export function buildRequest<Id extends CommandId>(
  id: Id,
  ...[args]: CommandArgs<Id, Extras<CommandResponse<Id>>>
): CommandRequest<CommandResponse<Id>> {
  const {
    path,
    body,
    subject,
    storeResponse,
  }: Extras<CommandResponse<Id>> & { path?: PathParams; body?: unknown } = args ?? {};
  const { method, path: template } = commandOf(id);
  return {
    name: nameOf(id, subject),
    method,
    path: fillPath(template, path),
    body: body ?? {},
    storeResponse,
  };
}

/**
 * sendCommand sends the command, and resolves when it is no longer under way. If a command of that name is
 * already running, it returns that command. Never rejects.
 */
export async function sendCommand<Body>(newRequest: CommandRequest<Body>): Promise<Command<Body>> {
  const running = commandStages.get().get(newRequest.name);
  if (running && isRunning(running)) return running as Command<Body>;
  storeCommand({ at: 'sending', request: newRequest as CommandRequest });
  const lastStage = await executeCommand(newRequest as CommandRequest, (stage) =>
    storeStage(newRequest as CommandRequest, stage),
  ).catch((error: unknown): CommandStage => ({ at: 'failed', error, key: 'delete' }));
  return storeStage(newRequest as CommandRequest, lastStage) as Command<Body>;
}

/**
 * command sends a command like `sendCommand`, but does not publish its stage: the form awaits it. Throws
 * ApiError.
 */
export async function command<Id extends CommandId>(
  id: Id,
  ...args: CommandArgs<Id, Extras<CommandResponse<Id>>>
): Promise<CommandResponse<Id>> {
  const lastStage = await executeCommand(buildRequest(id, ...args) as CommandRequest, () => {});
  if (lastStage.at === 'done') return lastStage.response as CommandResponse<Id>;
  throw 'error' in lastStage ? lastStage.error : new ApiError(NETWORK);
}

/** confirmAndRepeat sends the password, then the same command under its key. Throws ApiError. */
export async function confirmAndRepeat(name: string, password: string): Promise<Command> {
  const active = commandStages.get().get(name);
  if (active?.at !== 'password') return active ?? IDLE;
  await call('POST', '/api/account/confirm', { body: { password } });
  return repeatConfirmed(name);
}

/** repeatConfirmed sends the same command under its key, after a passkey has replaced the password. */
export async function repeatConfirmed(name: string): Promise<Command> {
  const active = commandStages.get().get(name);
  return active?.at === 'password' ? sendCommand(active.request) : (active ?? IDLE);
}

/**
 * dismissCommand drops the command's outcome, because the member has seen it or does not want to enter the
 * password.
 */
export function dismissCommand(name: string): void {
  const active = commandStages.get().get(name);
  if (!active || isRunning(active)) return;
  commandStages.change((all) => new Map([...all].filter(([other]) => other !== name)));
}

/** resumeCommands repeats the commands that an earlier page left without a response. Never rejects. */
export async function resumeCommands(): Promise<void> {
  const member = await resolveMember().catch(() => null);
  if (!member) return;
  const owner = ownerOf(member);
  const requests = new Map<string, CommandRequest>();
  const shown = await listUnfinishedCommands(owner, serverNow()).catch(() => []);
  for (const row of shown) requestFor(requests, row);
  await waitForServerTime();
  const late = shown.filter((row) => isExpired(row, serverNow())).map(({ key }) => requests.get(key));
  commandStages.change(
    (all) => new Map([...all].filter(([, { request: newRequest }]) => !late.includes(newRequest))),
  );
  await resumeOpenCommands(owner, tools, (row, stage) => {
    const newRequest = requestFor(requests, row);
    if (stage.at !== 'sending') storeStage(newRequest, stage);
    if (!isRunning(stage)) void syncNow();
  }).catch(() => {});
}

/**
 * Returns the request of a command from an earlier page. No code awaits its result. A screen that shows this
 * name displays its stage.
 */
function requestFor(
  requests: Map<string, CommandRequest>,
  { key, name, method, path, body }: CommandRow,
): CommandRequest {
  const newRequest = requests.get(key) ?? { name, method, path, body };
  if (!requests.has(key) && !commandStages.get().has(name))
    storeCommand({ at: 'checking', request: newRequest });
  requests.set(key, newRequest);
  return newRequest;
}

async function executeCommand(
  newRequest: CommandRequest,
  report: (stage: CommandStage) => void,
): Promise<CommandStage> {
  await assertReachable();
  const member = getSession() ? await resolveMember() : null;
  const { storeResponse, ...row } = newRequest;
  const newRow = { ...row, key: newId(), createdAt: serverNow() };
  const lastStage = await runCommand(member && ownerOf(member), newRow, tools, (_, stage) => {
    if (isRunning(stage)) report(stage);
  });
  if (!member) return lastStage;
  if (lastStage.at === 'done') await storeResponse?.(member, lastStage.response).catch(() => {});
  void syncNow();
  return lastStage;
}

/**
 * Stores the stage if this request is still the current one of its name. It may not be, for example after
 * another member logged in.
 */
function storeStage(newRequest: CommandRequest, stage: CommandStage): Command {
  const active = toCommand(newRequest, stage);
  if (active.at !== 'idle' && commandStages.get().get(newRequest.name)?.request === newRequest)
    storeCommand(active);
  return active;
}

function storeCommand(active: ActiveCommand): void {
  commandStages.change((all) => new Map(all).set(active.request.name, active));
}

function toCommand(newRequest: CommandRequest, stage: CommandStage): Command {
  switch (stage.at) {
    case 'idle':
      return stage;
    case 'done':
      return { at: 'done', request: newRequest, response: stage.response };
    case 'failed':
      return { at: 'failed', request: newRequest, error: stage.error };
    default:
      return { at: stage.at, request: newRequest };
  }
}

function ownerOf({ memberId, token: auth }: Member): Owner {
  return {
    token: auth,
    runInSession: (work) => withMemberDb(memberId, work),
    runAlways: (work) => withMemberDbAfterSession(memberId, work),
    spare: spareKeysOf(memberId),
  };
}

/**
 * If the app seems offline, checks that with one quick call, since the state may be out of date. The call
 * also sets the server's clock, which dates the command.
 */
async function assertReachable(): Promise<void> {
  if (!isOffline() && isServerTimeSure()) return;
  await probeServer().catch(() => {
    throw new ApiError(NETWORK, 0, { extra: { sent: false } });
  });
}

/**
 * Resolves once the server has responded at all. A refusal also sets the clock. It does not concern the
 * command, which has its own key. Throws ApiError if there was no response.
 */
async function probeServer(): Promise<void> {
  await call('GET', '/api/lookup/active', { auth: false, timeoutMs: PROBE_TIMEOUT_MS }).catch((error) => {
    if (isResponseLost(error)) throw error;
  });
}
