import { useEffect, useSyncExternalStore } from 'react';
import { getSession, knowMember, watchSession } from '../../session/token';
import type { DeviceDb, MemberDb, QueueDb } from '../../storage/db';
import { inDevice, inMember, openedDevice, openedMember, watchStorage } from '../../storage/storage';

/** The signed-in member's database; null until it is known and open, anew when it was replaced. */
export function useMemberDb(): MemberDb | null {
  const session = useSyncExternalStore(watchSession, getSession);
  const token = session?.token;
  const memberId = session?.memberId ?? null;
  const db = useSyncExternalStore(watchStorage, () => (memberId ? openedMember(memberId) : null));
  useEffect(() => {
    if (token && !db) void openMember().catch(() => {});
  }, [token, memberId, db]);
  return db;
}

export function useDeviceDb(): DeviceDb | null {
  const db = useSyncExternalStore(watchStorage, openedDevice);
  useEffect(() => {
    if (!db) void inDevice(async () => {}).catch(() => {});
  }, [db]);
  return db;
}

/** Where the queue and the conversation of whoever uses this page lie. */
export function useQueueDb(): QueueDb | null {
  const session = useSyncExternalStore(watchSession, getSession);
  const own = useMemberDb();
  const device = useDeviceDb();
  return session ? own : device;
}

async function openMember(): Promise<void> {
  const member = await knowMember();
  if (member) await inMember(member.memberId, async () => {});
}
