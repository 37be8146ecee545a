/** The orders for bonuses and promotions, and what the device has stored of them. */
import { useEffect, useState } from 'react';
import { call } from '../../api/client';
import { serverNow } from '../../api/clock';
import { isApiError } from '../../api/errors';
import type { FoundPromotion, RunningBonus } from '../../api/types';
import { keepRow } from '../../engine/lists/lists';
import { order, type Order } from '../../engine/commands/send';
import type { Answered } from '../../engine/commands/commands';
import { useLive, type Reading } from '../../engine/live/live';
import { getLocale } from '../../device/locale';
import type { Member } from '../../session/member';
import { putHomePart } from '../../engine/home/parts';
import { renewResource } from '../../engine/resources/refresh';
import { useHomePart } from '../../engine/home/home';
import type { StatementRow } from '../../storage/db';
import { inMember } from '../../storage/storage';

type Taken = Answered<'activateBonus'>;
type Cleared = Answered<'clearBonus'>;

export function takeBonus(code: string): Order<Taken> {
  return order('activateBonus', { path: { code }, keep: keepTaken });
}

export function takePromotion(code: string): Order<Taken> {
  return order('activatePromotion', { path: { code }, keep: keepTaken });
}

/** clearBonus gives up the active bonus. */
export function clearBonus(): Order<Cleared> {
  return order('clearBonus', {
    keep: async (member, answer) => {
      await keepRow(member, 'statement', answer.statement);
      await keepRunning(member, null);
    },
  });
}

async function keepTaken(member: Member, taken: Taken): Promise<void> {
  await keepRow(member, 'statement', taken.statement);
  const { _id, type, code, name, amount, needed, percentFail, failAt, statement } = taken;
  const createdAt = statement.createdAt;
  await keepRunning(member, {
    _id,
    type,
    code,
    name,
    amount,
    needed,
    percentFail,
    failAt,
    createdAt,
    played: 0,
    left: needed,
  });
}

/** Stores the bonus until the next sync returns it. */
async function keepRunning({ memberId }: Member, bonus: RunningBonus | null): Promise<void> {
  await inMember(memberId, (db) => putHomePart(db, 'bonus', bonus, serverNow()));
  void renewResource('bonuses');
}

/**
 * useRunningBonus returns the running bonus or promotion, as last received; null if there is none,
 * undefined while unknown.
 */
export function useRunningBonus(): RunningBonus | null | undefined {
  return useHomePart('bonus') as RunningBonus | null | undefined;
}

/**
 * useEndedBonus returns whether a bonus has ended since the last withdrawal, by the device's statement lines.
 */
export function useEndedBonus(): boolean {
  return useLive(lastEndReading)?.statementType === 'finish_bonus';
}

const lastEndReading: Reading<StatementRow | undefined> = {
  of: 'member',
  name: 'last end',
  read: (db) =>
    db.statement
      .orderBy('createdAt')
      .reverse()
      .filter(
        ({ statementType, status }) =>
          status === 'SUCCESS' && (statementType === 'withdraw' || statementType === 'finish_bonus'),
      )
      .first(),
};

export type Search =
  | { at: 'searching' }
  | { at: 'found'; promotion: FoundPromotion }
  | { at: 'missing' }
  | { at: 'failed'; error: unknown };

/** usePromotion finds a promotion by its code; nothing of it is stored. */
export function usePromotion(code: string): Search {
  const [search, setSearch] = useState<{ code: string; told: Search }>();
  useEffect(() => {
    const control = new AbortController();
    const tell = (told: Search) => {
      if (!control.signal.aborted) setSearch({ code, told });
    };
    const path = { code: code || '-' };
    call('GET', '/api/promotion/find/{code}', {
      path,
      query: { locale: getLocale() },
      signal: control.signal,
    }).then(
      (promotion) => tell({ at: 'found', promotion }),
      (error: unknown) => tell(isMissing(error) ? { at: 'missing' } : { at: 'failed', error }),
    );
    return () => control.abort();
  }, [code]);
  return search?.code === code ? search.told : { at: 'searching' };
}

function isMissing(error: unknown): boolean {
  return isApiError(error) && error.status === 404;
}
