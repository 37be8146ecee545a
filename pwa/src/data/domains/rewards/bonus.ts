/** Builds the requests for bonuses and promotions, and reads the stored bonus. */
import { useEffect, useState } from 'react';
import { call } from '../../api/client';
import { serverNow } from '../../api/clock';
import { isApiError } from '../../api/errors';
import type { FoundPromotion, RunningBonus } from '../../api/types';
import { storeRow } from '../../engine/lists/lists';
import { buildRequest, type CommandRequest } from '../../engine/commands/send';
import type { CommandResponse } from '../../engine/commands/commands';
import { useLive, type StoredQuery } from '../../engine/live/live';
import { getLocale } from '../../device/locale';
import type { Member } from '../../session/member';
import { putHomeRow } from '../../engine/home/parts';
import { refetchResource } from '../../engine/resources/refresh';
import { useHomePart } from '../../engine/home/home';
import type { StatementRow } from '../../storage/db';
import { withMemberDb } from '../../storage/storage';

type ActivatedBonus = CommandResponse<'activateBonus'>;
type ClearedBonus = CommandResponse<'clearBonus'>;

export function buildBonusActivation(code: string): CommandRequest<ActivatedBonus> {
  return buildRequest('activateBonus', { path: { code }, storeResponse: storeActivated });
}

export function buildPromotionActivation(code: string): CommandRequest<ActivatedBonus> {
  return buildRequest('activatePromotion', { path: { code }, storeResponse: storeActivated });
}

/** buildBonusClearing returns the command that gives up the active bonus. */
export function buildBonusClearing(): CommandRequest<ClearedBonus> {
  return buildRequest('clearBonus', {
    storeResponse: async (member, response) => {
      await storeRow(member, 'statement', response.statement);
      await storeRunning(member, null);
    },
  });
}

async function storeActivated(member: Member, bonus: ActivatedBonus): Promise<void> {
  await storeRow(member, 'statement', bonus.statement);
  const { _id, type, code, name, amount, needed, percentFail, failAt, statement } = bonus;
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
  await withMemberDb(memberId, (db) => putHomeRow(db, 'bonus', bonus, serverNow()));
  void refetchResource('bonuses');
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
  return useLive(lastEndQuery)?.statementType === 'finish_bonus';
}

const lastEndQuery: StoredQuery<StatementRow | undefined> = {
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

/** usePromotion finds a promotion by its code. The result is not stored. */
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
