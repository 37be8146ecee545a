/**
 * The token of this page. Local storage (with remember-me) or session storage (without) is authoritative.
 * The `device` database has the service worker's copy, written and deleted only in this file.
 */
import { bindSession, call } from '../api/client';
import { serverNow } from '../api/clock';
import { onBroadcast, broadcast } from '../device/channel';
import { sha256 } from '../kit/digest';
import { Signal } from '../kit/store';
import type { Member } from './member';
import type { SessionRow } from '../storage/db';
import { allowMemberDb, deleteMember, withDeviceDb, closeMemberDb } from '../storage/storage';
import {
  holdPresence,
  deleteAbsentMembersData,
  deleteSyncedData,
  waitForDeletions,
  trackDeletion,
} from './end-of-session';
import { deviceStorage, tabStorage } from '../kit/web-storage';

export interface Session {
  token: string;
  /** null until known. After a start it is read from the device, or fetched. */
  memberId: string | null;
  remember: boolean;
}

const TOKEN = 'token';
/** Stores the id of a member who logged out while their database could not be deleted. */
export const LEAVING = 'leaving';
/** The keys of the other values that this device stores for a session. */
const SESSION_KEYS = ['last_sync', 'hide-amounts', 'chat-draft'];
/** The longest lifetime of a token. */
const TOKEN_LIFETIME_MS = 30 * 24 * 60 * 60_000;

let current: Session | null = null;
/** Releases the lock by which `holdPresence` shows other pages that the member is logged in here. */
let releasePresence: () => void = () => {};
let pendingMember: { token: string; member: Promise<Member> } | null = null;
let loggingOut: string | null = null;
const changed = new Signal();
/** loggedIn notifies when a member has logged in here. */
export const loggedIn = new Signal();

bindSession({ token: () => getSession()?.token ?? null, expire: expireSession });

/** getSession returns the stored session: the identical object as long as nothing changed. */
export function getSession(): Session | null {
  const unremembered = tabStorage.get(TOKEN);
  const token = unremembered ?? deviceStorage.get(TOKEN);
  const remember = unremembered === null;
  if (!token) current = null;
  else if (current?.token !== token || current.remember !== remember) {
    current = { token, remember, memberId: null };
  }
  return current;
}

/** watchSession calls the listener at each change of the session. Returns the unsubscribe function. */
export const watchSession = changed.watch;

/**
 * followOtherTabs follows the other tabs and the service worker. It calls `onEnded` when one of them ended
 * this page's session. Returns the unsubscribe function.
 */
export function followOtherTabs(onEnded: () => void): () => void {
  let previous = getSession();
  const compareSession = () => {
    const before = previous;
    const ended = before !== null && getSession() === null;
    // The context that ended the session may have been closed before it deleted the data. Deleting twice does
    // no harm.
    if (ended) startDeletion(before);
    changed.emit();
    if (ended) onEnded();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === TOKEN || key === null) compareSession();
  };
  addEventListener('storage', onStorage);
  const stops = [
    watchSession(() => (previous = getSession())),
    onBroadcast((message) => {
      if (message.type === 'logout') endLoggedOutMember(message.memberId);
      if (message.type === 'refused') endWithoutNotice(message.token);
      if (message.type !== 'progress') compareSession();
    }),
  ];
  return () => {
    removeEventListener('storage', onStorage);
    for (const stop of stops) stop();
  };
}

/** resolveMember returns the session with its member's id: known, from the device, or from the server. */
export async function resolveMember(): Promise<Member | null> {
  const session = getSession();
  if (!session) return null;
  const { token, memberId, remember } = session;
  if (memberId) return { token, memberId };
  if (pendingMember?.token !== token) {
    const response = findMember(token, remember).finally(() => {
      if (pendingMember?.token === token) pendingMember = null;
    });
    pendingMember = { token, member: response };
  }
  return pendingMember.member;
}

/** storeToken stores a new token in place of any other. */
export function storeToken(token: string, remember: boolean): void {
  tabStorage.remove(TOKEN);
  deviceStorage.remove(TOKEN);
  (remember ? deviceStorage : tabStorage).set(TOKEN, token);
  changed.emit();
  broadcast({ type: 'session' });
}

/**
 * forgetSession ends the session with this token. It deletes token and session keys at once, then the service
 * worker's copy and the member's synced data. Queued items stay.
 */
export function forgetSession(token: string): void {
  endSession(token);
  changed.emit();
  broadcast({ type: 'session' });
}

/**
 * expireSession handles a token that the server refused. The queue stays and waits for the same member.
 * Returns false, and ends nothing, if another session has replaced the token or if the member is logging
 * out.
 */
export function expireSession(token: string): boolean {
  if (getSession()?.token !== token || token === loggingOut) return false;
  forgetSession(token);
  return true;
}

/**
 * whileLoggingOut runs the logout of the session with this token. The logout revokes the token before it has
 * deleted all data, so the server may refuse a running call. That refusal must not open the login page while
 * data is still being deleted. The logout opens that page itself at the end.
 */
export async function whileLoggingOut(token: string, work: () => Promise<void>): Promise<void> {
  loggingOut = token;
  try {
    await work();
  } finally {
    loggingOut = null;
  }
}

function endSession(token: string): void {
  const ended = current?.token === token ? current : { token, memberId: null };
  removeKeys(token);
  startDeletion(ended);
}

/** finishDeletions finishes deletions that an earlier page had not completed when it was closed. */
export async function finishDeletions(): Promise<void> {
  await finishLeaving().catch(() => {});
  const session = getSession();
  if (!session) return trackDeletion(deleteAbsentMembersData(null));
  // The rest concerns other members, so no caller waits for it.
  return storedMemberId(session).then((member) => {
    // If the member's id is unknown, the next start deletes the other members' data.
    if (member) return deleteAbsentMembersData(member);
  });
}

/** Deletes the data of a member who logged out while their database could not be deleted. */
async function finishLeaving(): Promise<void> {
  const memberId = deviceStorage.get(LEAVING);
  if (!memberId) return;
  await deleteMember(memberId);
  deviceStorage.remove(LEAVING);
}

function startDeletion(session: Pick<Session, 'token' | 'memberId'>): void {
  releasePresence();
  void trackDeletion(deleteSessionData(session));
}

async function deleteSessionData(session: Pick<Session, 'token' | 'memberId'>): Promise<void> {
  const memberId = await storedMemberId(session);
  if (memberId) await deleteSyncedData(memberId);
  await deleteDeviceCopy(session.token);
}

/** Returns the member's id as stored on this device, otherwise null. */
async function storedMemberId({
  token,
  memberId,
}: Pick<Session, 'token' | 'memberId'>): Promise<string | null> {
  if (memberId) return memberId;
  const tokenHash = await sha256(token);
  return (await withDeviceDb((db) => db.sessions.get(tokenHash)).catch(() => undefined))?.memberId ?? null;
}

function removeKeys(token: string): void {
  if (tabStorage.get(TOKEN) === token) tabStorage.remove(TOKEN);
  if (deviceStorage.get(TOKEN) === token) deviceStorage.remove(TOKEN);
  for (const key of SESSION_KEYS) {
    deviceStorage.remove(key);
    tabStorage.remove(key);
  }
}

/** Deletes what this tab has of a member who logged out in another tab. */
function endLoggedOutMember(memberId: string): void {
  closeMemberDb(memberId);
  const session = getSession();
  if (session?.memberId !== memberId) return;
  removeKeys(session.token);
  void deleteDeviceCopy(session.token);
}

function endWithoutNotice(token: string): void {
  if (getSession()?.token === token) endSession(token);
}

async function findMember(token: string, remember: boolean): Promise<Member> {
  await waitForDeletions();
  const tokenHash = await sha256(token);
  const row = await withDeviceDb((db) => db.sessions.get(tokenHash)).catch(() => undefined);
  const memberId = row?.memberId ?? (await fetchMemberId(token));
  if (!row) {
    await storeDeviceCopy({ tokenHash, memberId, savedAt: serverNow(), ...(remember && { token }) });
  }
  if (deviceStorage.get(LEAVING) === memberId)
    await finishLeaving().catch(() => deviceStorage.remove(LEAVING));
  const isHere = () => getSession()?.token === token || current?.memberId === memberId;
  allowMemberDb(memberId, isHere);
  if (getSession()?.token === token && current) {
    current = { ...current, memberId };
    releasePresence();
    holdPresence(memberId, new Promise((resolve) => (releasePresence = resolve)));
    changed.emit();
  }
  return { token, memberId };
}

async function fetchMemberId(token: string): Promise<string> {
  const { profile } = await call('GET', '/api/account/profile', { auth: token });
  return profile._id;
}

/**
 * Stores the service worker's copy. Each device has one remembered session, the newest. A device without
 * storage has no copy.
 */
async function storeDeviceCopy(row: SessionRow): Promise<void> {
  const isReplaced = (other: SessionRow) =>
    (row.token !== undefined && other.token !== undefined) || other.savedAt < row.savedAt - TOKEN_LIFETIME_MS;
  await withDeviceDb((db) =>
    db.transaction('rw', db.sessions, async () => {
      await db.sessions.filter(isReplaced).delete();
      await db.sessions.put(row);
    }),
  ).catch(() => {});
}

async function deleteDeviceCopy(token: string): Promise<void> {
  const tokenHash = await sha256(token);
  await withDeviceDb((db) => db.sessions.delete(tokenHash)).catch(() => {});
}
