/** Builds the orders for breaks, self-exclusion and reminders, to be passed to `send`. */
import type { ResponseOf } from '../../api/routes';
import { buildRequest, type CommandRequest } from '../../engine/commands/send';
import type { Member } from '../../session/member';
import { putResource } from '../../engine/resources/refresh';

/** Whether the member may play, and which reminders they have chosen. */
export type Care = ResponseOf<'GET', '/api/care'>;

/** The current break or self-exclusion. */
export type PlayBreak = NonNullable<Care['closed']>;

export function takeBreak(hours: number): CommandRequest<Care> {
  return buildRequest('coolOff', { body: { hours }, storeResponse: storeCare });
}

/** excludeSelf returns the order to close play for some months; null is forever. */
export function excludeSelf(months: number | null): CommandRequest<Care> {
  return buildRequest('excludeSelf', { body: { months }, storeResponse: storeCare });
}

export function requestReturn(): CommandRequest<Care> {
  return buildRequest('askBack', { storeResponse: storeCare });
}

export function confirmReturn(): CommandRequest<Care> {
  return buildRequest('comeBack', { storeResponse: storeCare });
}

/** setReality returns the order to set the reality check's interval; null removes the reality check. */
export function setReality(minutes: number | null): CommandRequest<Care> {
  return buildRequest('setReality', { body: { minutes }, storeResponse: storeCare });
}

export function limitsReviewed(): CommandRequest<Care> {
  return buildRequest('limitsReviewed', { storeResponse: storeCare });
}

function storeCare({ memberId }: Member, care: Care): Promise<void> {
  return putResource(memberId, 'care', care);
}
