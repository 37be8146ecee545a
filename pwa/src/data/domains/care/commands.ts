/** Builds the orders for breaks, self-exclusion and reminders, to be passed to `send`. */
import type { AnswerOf } from '../../api/routes';
import { order, type Order } from '../../engine/commands/send';
import type { Member } from '../../session/member';
import { putResource } from '../../engine/resources/refresh';

/** Whether the member may play, and which reminders they have chosen. */
export type Care = AnswerOf<'GET', '/api/care'>;

/** The current break or self-exclusion. */
export type Closed = NonNullable<Care['closed']>;

export function coolOff(hours: number): Order<Care> {
  return order('coolOff', { body: { hours }, keep });
}

/** excludeSelf returns the order to close play for some months; null is forever. */
export function excludeSelf(months: number | null): Order<Care> {
  return order('excludeSelf', { body: { months }, keep });
}

export function askBack(): Order<Care> {
  return order('askBack', { keep });
}

export function comeBack(): Order<Care> {
  return order('comeBack', { keep });
}

/** setReality returns the order to set the reality check's interval; null removes the reality check. */
export function setReality(minutes: number | null): Order<Care> {
  return order('setReality', { body: { minutes }, keep });
}

export function limitsReviewed(): Order<Care> {
  return order('limitsReviewed', { keep });
}

function keep({ memberId }: Member, care: Care): Promise<void> {
  return putResource(memberId, 'care', care);
}
