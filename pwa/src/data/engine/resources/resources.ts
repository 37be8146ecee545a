/**
 * What is asked for by a GET and kept on the device: every lookup, and the member's own. A new one is
 * a line here; `useResource` shows it and `refreshResource` brings it up to date.
 */
import { fillPath } from '../../api/client';
import type { AnswerOf, PathOf } from '../../api/routes';
import type { Routes } from '../../api/schema.gen';
import type { LookupName } from '../../api/types';

interface Resource {
  path: PathOf<'GET'>;
  query?: Record<string, number>;
  /** Everyone's lie on the device and are asked for by nobody; the member's own go when the server was restored. */
  whose: 'everyone' | 'members' | 'own';
  /** Its text differs by language. */
  byLocale?: boolean;
}

export const resources = {
  active: { path: '/api/lookup/active', whose: 'everyone' },
  agreements: { path: '/api/lookup/agreements', whose: 'everyone', byLocale: true },
  banks: { path: '/api/lookup/banks', whose: 'everyone' },
  conditions: { path: '/api/lookup/conditions', whose: 'everyone', byLocale: true },
  contact: { path: '/api/lookup/contact', whose: 'everyone', byLocale: true },
  enableChatWidget: { path: '/api/lookup/enableChatWidget', whose: 'everyone' },
  info: { path: '/api/lookup/info', whose: 'everyone', byLocale: true },
  notice: { path: '/api/lookup/notice', whose: 'everyone', byLocale: true },
  registerOTP: { path: '/api/lookup/registerOTP', whose: 'everyone' },
  sources: { path: '/api/lookup/sources', whose: 'everyone', byLocale: true },
  deposit: { path: '/api/lookup/deposit', whose: 'members' },
  slip: { path: '/api/lookup/slip', whose: 'members' },
  withdraw: { path: '/api/lookup/withdraw', whose: 'members' },
  limits: { path: '/api/limits', whose: 'own' },
  activity: { path: '/api/activity', query: { days: 90 }, whose: 'own' },
  care: { path: '/api/care', whose: 'own' },
  bonuses: { path: '/api/bonus', whose: 'own', byLocale: true },
  spinwheelActive: { path: '/api/spinwheel/active', whose: 'own' },
  spinwheel: { path: '/api/spinwheel/setup', whose: 'own' },
  spinHistory: { path: '/api/spinwheel/history', query: { limit: 100 }, whose: 'own' },
  refund: { path: '/api/refund/check', whose: 'own', byLocale: true },
  inviteBanners: { path: '/api/invite/banners', whose: 'members', byLocale: true },
  refundBanners: { path: '/api/refund/banners', whose: 'members', byLocale: true },
  qr: { path: '/api/qrcode/{providerOrId}', whose: 'own' },
  line: { path: '/api/statement/{id}', whose: 'own' },
} as const satisfies Record<string, Resource> & Record<LookupName, Resource>;

export type ResourceId = keyof typeof resources;

type ResourcePath<Id extends ResourceId> = (typeof resources)[Id]['path'];

export type ValueOf<Id extends ResourceId> = AnswerOf<'GET', ResourcePath<Id>>;

/** What stands in the path's braces, where it has any: there is one resource for each. */
export type Subject<Id extends ResourceId> = Routes[ResourcePath<Id>] extends {
  GET: { takes: { path: Record<string, infer Of extends string> } };
}
  ? [subject: Of]
  : [];

export function resourceOf(id: ResourceId): Resource {
  return resources[id];
}

/** Where its row lies. */
export function keyOf(id: ResourceId, locale: string, subject?: string): string {
  const tail = resourceOf(id).byLocale ? locale : subject;
  return tail === undefined ? id : `${id}:${tail}`;
}

/** Its path, with the subject in the braces. */
export function pathTo(id: ResourceId, subject = ''): string {
  const { path } = resourceOf(id);
  const [, name = ''] = /\{(\w+)\}/.exec(path) ?? [];
  return fillPath(path, { [name]: subject });
}

/** True of a row that is the member's own. */
export function isOwn(key: string): boolean {
  const [id = ''] = key.split(':');
  return id in resources && resourceOf(id as ResourceId).whose === 'own';
}
