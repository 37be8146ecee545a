import Dexie from 'dexie';
import { useEffect, useState } from 'react';
import { memberDbName } from '../../storage/db';
import { inKept } from '../../storage/storage';

/** Whether any member has something unsent on this phone: asked for where nobody is signed in any more. */
export function useUnsentHere(isAsked: boolean): boolean {
  const [hasSome, setHasSome] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    countUnsent().then(
      (count) => setHasSome(count > 0),
      () => {},
    );
  }, [isAsked]);
  return hasSome;
}

async function countUnsent(): Promise<number> {
  const prefix = memberDbName('');
  const members = (await Dexie.getDatabaseNames())
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  const counts = await Promise.all(members.map((id) => inKept(id, (db) => db.outbox.count())));
  return counts.reduce((sum, count) => sum + count, 0);
}
