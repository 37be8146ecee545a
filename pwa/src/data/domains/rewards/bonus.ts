/** The orders for bonuses and promotions, and what the device has stored of them. */
import { useEffect, useState } from 'react';
import { call } from '../../api/client';
import { serverNow } from '../../api/clock';
import { isApiError } from '../../api/errors';
import type { FoundPromotion, RunningBonus } from '../../api/types';
import { storeRow } from '../../engine/lists/lists';
import { buildRequest, type CommandRequest } from '../../engine/commands/send';
import type { CommandResponse } from '../../engine/commands/commands';
import { useLive, type Reading } from '../../engine/live/live';
import { getLocale } from '../../device/locale';
import type { Member } from '../../session/member';
import { putHomePart } from '../../engine/home/parts';
import { renewResource } from '../../engine/resources/refresh';
import { useHomePart } from '../../engine/home/home';
import type { StatementRow } from '../../storage/db';
import { inMember } from '../../storage/storage';

type TakenBonus = CommandResponse<'activateBonus'>;
type ClearedBonus = CommandResponse<'clearBonus'>;

export function takeBonus(code: string): CommandRequest<TakenBonus> {
  return buildRequest('activateBonus', { path: { code }, storeResponse: storeTaken });
}

export function takePromotion(code: string): CommandRequest<TakenBonus> {
  return buildRequest('activatePromotion', { path: { code }, storeResponse: storeTaken });
}

/** clearBonus gives up the active bonus. */
export function clearBonus(): CommandRequest<ClearedBonus> {
  return buildRequest('clearBonus', {
    storeResponse: async (member, response) => {
      await storeRow(member, 'statement', response.statement);
      await storeRunning(member, null);
    },
  });
}

async function storeTaken(member: Member, taken: TakenBonus): Promise<void> {
  await storeRow(member, 'statement', taken.statement);
  const { _id, type, code, name, amount, needed, percentFail, failAt, statement } = taken;
  const createdAt = statement.createdAt;
  await storeRunning(member, {
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
async function storeRunning({ memberId }: Member, bonus: RunningBonus | null): Promise<void> {
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
  database: 'member',
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

export type PromotionSearch =
  | { at: 'searching' }
  | { at: 'found'; promotion: FoundPromotion }
  | { at: 'missing' }
  | { at: 'failed'; error: unknown };

/** usePromotion finds a promotion by its code; nothing of it is stored. */
export function usePromotion(code: string): PromotionSearch {
  const [search, setSearch] = useState<{ code: string; result: PromotionSearch }>();
  useEffect(() => {
    const control = new AbortController();
    const setIfCurrent = (result: PromotionSearch) => {
      if (!control.signal.aborted) setSearch({ code, result });
    };
    const path = { code: code || '-' };
    call('GET', '/api/promotion/find/{code}', {
      path,
      query: { locale: getLocale() },
      signal: control.signal,
    }).then(
      (promotion) => setIfCurrent({ at: 'found', promotion }),
      (error: unknown) => setIfCurrent(isMissing(error) ? { at: 'missing' } : { at: 'failed', error }),
    );
    return () => control.abort();
  }, [code]);
  return search?.code === code ? search.result : { at: 'searching' };
}

function isMissing(error: unknown): boolean {
  return isApiError(error) && error.status === 404;
}
