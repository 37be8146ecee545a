/**
 * Data that is fetched by GET and stored on the device: all lookups, and the member's own data. Each
 * resource's domain registers it. `useResource` returns it to screens, and `refreshResource` brings it up to
 * date.
 */
import { fillPath } from '../../api/client';
import type { ResponseOf, PathOf } from '../../api/routes';
import type { Routes } from '../../api/schema.gen';
import type { SyncResponse } from '../../api/types';
import { Registry } from '../../kit/registry';

type Resource = {
  [P in PathOf<'GET'>]: {
    path: P;
    query?: Record<string, number>;
    /**
     * `everyone`: in the device's database, fetched without a token. `own`: deleted if the server was
     * restored.
     */
    scope: 'everyone' | 'members' | 'own';
    /** Its text differs by language. */
    byLocale?: boolean;
    /** Returns the resource's value in the response of a sync, if it is there. */
    readFromSync?(response: SyncResponse): ResponseOf<'GET', P> | undefined;
  };
}[PathOf<'GET'>];

export type ResourceDefinitions = Record<string, Resource>;

/** The resources that domains register; each adds its own. */
export interface Resources {}

export type ResourceId = keyof Resources;

type ResourcePath<Id extends ResourceId> = Resources[Id]['path'];

export type ValueOf<Id extends ResourceId> = ResponseOf<'GET', ResourcePath<Id>>;

/** The subject replaces the braces in the resource's path, if it has any. Each subject has its own row. */
export type Subject<Id extends ResourceId> = Routes[ResourcePath<Id>] extends {
  GET: { takes: { path: Record<string, infer Value extends string> } };
}
  ? [subject: Value]
  : [];

const resources = new Registry<string, Resource>('resource');

export const registerResources = resources.registerAll;

/** resourceOf returns the registered resource. Throws if it is not registered. */
export function resourceOf(id: ResourceId): Resource {
  return resources.get(id);
}

/** isResource returns false for a lookup that only a newer version of the app knows. */
export function isResource(id: string): id is ResourceId {
  return resources.find(id) !== undefined;
}

export function allResources(): [ResourceId, Resource][] {
  return resources.entries() as [ResourceId, Resource][];
}

/** keyOf returns the key of the resource's row. */
export function keyOf(id: ResourceId, locale: string, subject?: string): string {
  const tail = resourceOf(id).byLocale ? locale : subject;
  return tail === undefined ? id : `${id}:${tail}`;
}

/** pathTo returns the resource's path, with the subject in the braces. */
export function pathTo(id: ResourceId, subject = ''): string {
  const { path } = resourceOf(id);
  const [, name = ''] = /\{(\w+)\}/.exec(path) ?? [];
  return fillPath(path, { [name]: subject });
}

/** isOwnKey returns true for the key of a row with the member's own data. */
export function isOwnKey(key: string): boolean {
  const [id = ''] = key.split(':');
  return resources.find(id)?.scope === 'own';
}
