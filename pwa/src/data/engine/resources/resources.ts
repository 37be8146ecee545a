/**
 * What is asked for by a GET and kept on the device: every lookup, and the member's own. The domain of each
 * registers it; `useResource` shows it and `refreshResource` brings it up to date.
 */
import { fillPath } from '../../api/client';
import type { AnswerOf, PathOf } from '../../api/routes';
import type { Routes } from '../../api/schema.gen';
import type { SyncAnswer } from '../../api/types';
import { Registry } from '../../kit/registry';

type Resource = {
  [P in PathOf<'GET'>]: {
    path: P;
    query?: Record<string, number>;
    /** Everyone's lie on the device and are asked for by nobody; the member's own go when the server was restored. */
    whose: 'everyone' | 'members' | 'own';
    /** Its text differs by language. */
    byLocale?: boolean;
    /** What a sync brings of it. */
    told?(answer: SyncAnswer): AnswerOf<'GET', P> | undefined;
  };
}[PathOf<'GET'>];

export type ResourceLines = Record<string, Resource>;

/** The lines that domains register; each adds its own. */
export interface Resources {}

export type ResourceId = keyof Resources;

type ResourcePath<Id extends ResourceId> = Resources[Id]['path'];

export type ValueOf<Id extends ResourceId> = AnswerOf<'GET', ResourcePath<Id>>;

/** What stands in the path's braces, where it has any: there is one resource for each. */
export type Subject<Id extends ResourceId> = Routes[ResourcePath<Id>] extends {
  GET: { takes: { path: Record<string, infer Of extends string> } };
}
  ? [subject: Of]
  : [];

const resources = new Registry<string, Resource>('resource');

export const registerResources = resources.registerAll;

/** Throws if the resource is not registered. */
export function resourceOf(id: ResourceId): Resource {
  return resources.get(id);
}

/** False of a lookup that only a newer version of the app knows. */
export function isResource(id: string): id is ResourceId {
  return resources.find(id) !== undefined;
}

export function allResources(): [ResourceId, Resource][] {
  return resources.entries() as [ResourceId, Resource][];
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
  return resources.find(id)?.whose === 'own';
}
