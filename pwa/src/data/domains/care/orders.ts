/** What a member asks for to be left in peace, or to be reminded; as orders for `send`. */
import type { AnswerOf } from '../../api/routes';
import { order, type Order } from '../../engine/commands/send';
import type { Member } from '../../session/member';
import { putResource } from '../../engine/resources/refresh';

/** Whether play is closed for the member, and what they are reminded of. */
export type Care = AnswerOf<'GET', '/api/care'>;

/** How play is closed. */
export type Closed = NonNullable<Care['closed']>;

export function coolOff(hours: number): Order<Care> {
  return order('coolOff', { body: { hours }, keep });
}

/** Null is for ever. */
export function excludeSelf(months: number | null): Order<Care> {
  return order('excludeSelf', { body: { months }, keep });
}

export function askBack(): Order<Care> {
  return order('askBack', { keep });
}

export function comeBack(): Order<Care> {
  return order('comeBack', { keep });
}

/** Null takes the reality check away. */
export function setReality(minutes: number | null): Order<Care> {
  return order('setReality', { body: { minutes }, keep });
}

export function limitsReviewed(): Order<Care> {
  return order('limitsReviewed', { keep });
}

function keep({ memberId }: Member, care: Care): Promise<void> {
  return putResource(memberId, 'care', care);
}
