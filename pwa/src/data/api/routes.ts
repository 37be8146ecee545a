/** The contract's calls as types: the paths, their parameters and their responses. */
import type { Routes } from './schema.gen';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The contract's paths that have this method. */
export type PathOf<M extends Method> = {
  [P in keyof Routes]: M extends keyof Routes[P] ? P : never;
}[keyof Routes];

export type ResponseOf<M extends Method, P extends PathOf<M>> =
  Route<M, P> extends { answers: infer Response } ? Response : never;

export type BodyOf<M extends Method, P extends PathOf<M>> = RequestOf<M, P>['body'];

/** The values for a path's braces. */
export type PathParams = Record<string, string | number>;

/** The last argument of a call: the contract's body, path and query, and our own options. */
export type Args<M extends Method, P extends PathOf<M>, Options> =
  {} extends RequestOf<M, P> ? [options?: RequestOf<M, P> & Options] : [options: RequestOf<M, P> & Options];

/** Calls whose form contains a file. */
export type UploadPath = {
  [P in PathOf<'POST'>]: BodyOf<'POST', P> extends { file: unknown } ? P : never;
}[PathOf<'POST'>];

type Route<M extends Method, P> = P extends keyof Routes
  ? M extends keyof Routes[P]
    ? Routes[P][M]
    : never
  : never;

/** The body, path and query of a call, each only if the contract defines it. */
export type RequestOf<M extends Method, P> =
  Route<M, P> extends { takes: infer Request extends RequestParts }
    ? Pick<Request, 'body' | 'path' | 'query'>
    : never;

interface RequestParts {
  body?: unknown;
  path?: PathParams;
  query?: object;
}
