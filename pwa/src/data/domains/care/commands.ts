/** Builds the requests of breaks, self-exclusion and reminders for `sendCommand`. */
import type { ResponseOf } from '../../api/routes';
import { buildRequest, type CommandRequest } from '../../engine/commands/send';
import type { Member } from '../../session/member';
import { putResource } from '../../engine/resources/refresh';

/** Whether the member may play, and the chosen reminders. */
export type Care = ResponseOf<'GET', '/api/care'>;

/** The current break or self-exclusion. */
export type PlayBreak = NonNullable<Care['closed']>;

export function buildCoolOff(hours: number): CommandRequest<Care> {
  return buildRequest('coolOff', { body: { hours }, storeResponse: storeCare });
}

/** buildExclusion returns the command that closes play for some months; null is forever. */
export function buildExclusion(months: number | null): CommandRequest<Care> {
  return buildRequest('excludeSelf', { body: { months }, storeResponse: storeCare });
}

export function buildReturnRequest(): CommandRequest<Care> {
  return buildRequest('askBack', { storeResponse: storeCare });
}

export function buildReturnConfirmation(): CommandRequest<Care> {
  return buildRequest('comeBack', { storeResponse: storeCare });
}

/** buildRealityInterval returns the command that sets the reality check's interval; null removes it. */
export function buildRealityInterval(minutes: number | null): CommandRequest<Care> {
  return buildRequest('setReality', { body: { minutes }, storeResponse: storeCare });
}

export function buildLimitsReviewed(): CommandRequest<Care> {
  return buildRequest('limitsReviewed', { storeResponse: storeCare });
}

function storeCare({ memberId }: Member, care: Care): Promise<void> {
  return putResource(memberId, 'care', care);
}
