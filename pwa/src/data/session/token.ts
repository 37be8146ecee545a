/**
 * Whose token this page holds. Local storage (with remember-me) or session storage (without) is
 * the truth; the `device` database holds the worker's copy, written and deleted here and nowhere
 * else.
 */
import { bindSession, call } from '../api/client';
import { serverNow } from '../api/clock';
import { hear, tell } from '../device/channel';
import { sha256 } from '../kit/digest';
import { Signal } from '../kit/store';
import type { Member } from './member';
import type { SessionRow } from '../storage/db';
import { admitMember, deleteMember, inDevice, releaseMember } from '../storage/storage';
import { holdPresence, stripAbsent, stripMember, stripped, tracked } from './ended';
import { lasting, passing } from '../kit/web-storage';

export interface Session {
  token: string;
  /** Null until known: right after a start it is read from the device, or asked for. */
  memberId: string | null;
  remember: boolean;
}

const TOKEN = 'token';
/** The member who logged out here while the store could not be deleted. */
export const LEAVING = 'leaving';
/** What this phone remembers of a session besides its token. */
const SESSION_KEYS = ['last_sync', 'hide-amounts', 'chat-draft'];
/** The longest a token lives. */
const TOKEN_LIFE_MS = 30 * 24 * 60 * 60_000;

let current: Session | null = null;
/** Lets the other pages know that the member of this one has gone. */
let leave: () => void = () => {};
let asking: { token: string; answer: Promise<Member> } | null = null;
let loggingOut: string | null = null;
const changed = new Signal();
/** Told by `enter` once somebody has signed in here. */
export const entered = new Signal();

bindSession({ token: () => getSession()?.token ?? null, expire: expireSession });

/** The stored session; the same object as long as nothing changed. */
export function getSession(): Session | null {
  const unremembered = passing.get(TOKEN);
  const token = unremembered ?? lasting.get(TOKEN);
  const remember = unremembered === null;
  if (!token) current = null;
  else if (current?.token !== token || current.remember !== remember) {
    current = { token, remember, memberId: null };
  }
  return current;
}

/** Told of each change of the session. Returns how to stop. */
export const watchSession = changed.watch;

/**
 * Follows the other tabs and the service worker. `onEnded` is called when one of them ended this
 * page's session. Returns how to stop.
 */
export function followOthers(onEnded: () => void): () => void {
  let had = getSession();
  const compare = () => {
    const before = had;
    const ended = before !== null && getSession() === null;
    // Whoever ended it may have been closed in the middle: taking it away twice does no harm.
    if (ended) takeAway(before);
    changed.tell();
    if (ended) onEnded();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === TOKEN || key === null) compare();
  };
  addEventListener('storage', onStorage);
  const stops = [
    watchSession(() => (had = getSession())),
    hear((message) => {
      if (message.type === 'logout') endOf(message.memberId);
      if (message.type === 'refused') expireQuietly(message.token);
      if (message.type !== 'progress') compare();
    }),
  ];
  return () => {
    removeEventListener('storage', onStorage);
    for (const stop of stops) stop();
  };
}

/** The session with its member's id: known, else on the device, else from the server. */
export async function knowMember(): Promise<Member | null> {
  const session = getSession();
  if (!session) return null;
  const { token, memberId, remember } = session;
  if (memberId) return { token, memberId };
  if (asking?.token !== token) {
    const answer = findMember(token, remember).finally(() => {
      if (asking?.token === token) asking = null;
    });
    asking = { token, answer };
  }
  return asking.answer;
}

/** Takes a new token in the place of any other. */
export function keepToken(token: string, remember: boolean): void {
  passing.remove(TOKEN);
  lasting.remove(TOKEN);
  (remember ? lasting : passing).set(TOKEN, token);
  changed.tell();
  tell({ type: 'session' });
}

/**
 * Ends the session that holds this token: token and session keys go at once, the worker's copy and
 * all that was synced of the member right after. What waits to be sent stays.
 */
export function forgetSession(token: string): void {
  end(token);
  changed.tell();
  tell({ type: 'session' });
}

/**
 * The server refused this token. The queue stays and waits for the same member. False where
 * another session has taken the token's place, and where the member is logging out: then nothing ends.
 */
export function expireSession(token: string): boolean {
  if (getSession()?.token !== token || token === loggingOut) return false;
  forgetSession(token);
  return true;
}

/**
 * Runs the logout of the session that holds this token. The logout revokes the token before the
 * phone is empty, so a running call may be refused. The refusal must not lead to the login page
 * while data is still being deleted: the logout's own step to that page ends any session there.
 */
export async function whileLoggingOut(token: string, work: () => Promise<void>): Promise<void> {
  loggingOut = token;
  try {
    await work();
  } finally {
    loggingOut = null;
  }
}

function end(token: string): void {
  const ended = current?.token === token ? current : { token, memberId: null };
  removeKeys(token);
  takeAway(ended);
}

/** What an earlier page may have left behind, closed in the middle. */
export async function finishEnds(): Promise<void> {
  await finishLeaving().catch(() => {});
  const session = getSession();
  if (!session) return tracked(stripAbsent(null));
  // Nobody waits for this one: it is about others.
  return memberOf(session).then((member) => {
    // Signed in, but not known as whom: the next start will.
    if (member) return stripAbsent(member);
  });
}

/** Nothing of a member who logged out is to stay, also where the store could not be deleted then. */
async function finishLeaving(): Promise<void> {
  const memberId = lasting.get(LEAVING);
  if (!memberId) return;
  await deleteMember(memberId);
  lasting.remove(LEAVING);
}

function takeAway(session: Pick<Session, 'token' | 'memberId'>): void {
  leave();
  void tracked(strip(session));
}

async function strip(session: Pick<Session, 'token' | 'memberId'>): Promise<void> {
  const memberId = await memberOf(session);
  if (memberId) await stripMember(memberId);
  await dropDeviceCopy(session.token);
}

/** As far as this device knows. */
async function memberOf({ token, memberId }: Pick<Session, 'token' | 'memberId'>): Promise<string | null> {
  if (memberId) return memberId;
  const tokenHash = await sha256(token);
  return (await inDevice((db) => db.sessions.get(tokenHash)).catch(() => undefined))?.memberId ?? null;
}

function removeKeys(token: string): void {
  if (passing.get(TOKEN) === token) passing.remove(TOKEN);
  if (lasting.get(TOKEN) === token) lasting.remove(TOKEN);
  for (const key of SESSION_KEYS) {
    lasting.remove(key);
    passing.remove(key);
  }
}

/** The member left in another tab: this one holds nothing of theirs any more, either. */
function endOf(memberId: string): void {
  releaseMember(memberId);
  const session = getSession();
  if (session?.memberId !== memberId) return;
  removeKeys(session.token);
  void dropDeviceCopy(session.token);
}

function expireQuietly(token: string): void {
  if (getSession()?.token === token) end(token);
}

async function findMember(token: string, remember: boolean): Promise<Member> {
  await stripped();
  const tokenHash = await sha256(token);
  const row = await inDevice((db) => db.sessions.get(tokenHash)).catch(() => undefined);
  const memberId = row?.memberId ?? (await askMember(token));
  if (!row) {
    await keepDeviceCopy({ tokenHash, memberId, savedAt: serverNow(), ...(remember && { token }) });
  }
  if (lasting.get(LEAVING) === memberId) await finishLeaving().catch(() => lasting.remove(LEAVING));
  const isHere = () => getSession()?.token === token || current?.memberId === memberId;
  admitMember(memberId, isHere);
  if (getSession()?.token === token && current) {
    current = { ...current, memberId };
    leave();
    holdPresence(memberId, new Promise((resolve) => (leave = resolve)));
    changed.tell();
  }
  return { token, memberId };
}

async function askMember(token: string): Promise<string> {
  const { profile } = await call('GET', '/api/account/profile', { auth: token });
  return profile._id;
}

/** One remembered session a device, the newest. A phone without storage goes without a copy. */
async function keepDeviceCopy(row: SessionRow): Promise<void> {
  const isVoid = (other: SessionRow) =>
    (row.token !== undefined && other.token !== undefined) || other.savedAt < row.savedAt - TOKEN_LIFE_MS;
  await inDevice((db) =>
    db.transaction('rw', db.sessions, async () => {
      await db.sessions.filter(isVoid).delete();
      await db.sessions.put(row);
    }),
  ).catch(() => {});
}

async function dropDeviceCopy(token: string): Promise<void> {
  const tokenHash = await sha256(token);
  await inDevice((db) => db.sessions.delete(tokenHash)).catch(() => {});
}
