/**
 * Performs each action once. An action's key is created at the first attempt and kept until the response is
 * known. So every repeat, automatic or by the cashier, is the same request. A second click while a request is
 * under way does nothing.
 */
import { isResponseLost, isApiError } from '@/data/api/errors';
import type { ResponseOf, RequestOf } from '@/data/api/routes';

type ActionPath = '/api/operator/items/{kind}/{id}/{act}';

/** An action on an item, with its fields. */
export type ActionRequest = Pick<RequestOf<'POST', ActionPath>, 'path' | 'body'>;

export type ActionResponse = ResponseOf<'POST', ActionPath>;

export interface ActionTools {
  send: (request: ActionRequest, key: string) => Promise<ActionResponse>;
  newKey: () => string;
  pause: (ms: number) => Promise<void>;
}

export type Outcome =
  | { how: 'done'; response: ActionResponse }
  /** The item no longer waits, because another operator has already acted. */
  | { how: 'gone' }
  /** No response arrived after all attempts. */
  | { how: 'unknown'; error: unknown }
  | { how: 'refused'; error: unknown };

const PAUSES_MS = [1_000, 2_000, 4_000];

export class ActionRunner {
  readonly #tools: ActionTools;
  readonly #keys = new Map<string, string>();
  readonly #running = new Set<string>();

  constructor(tools: ActionTools) {
    this.#tools = tools;
  }

  /**
   * Performs the action. Returns undefined if an action on this subject is already under way; the call then
   * does nothing.
   */
  async run(subject: string, request: ActionRequest, onSlow?: () => void): Promise<Outcome | undefined> {
    if (this.#running.has(subject)) return undefined;
    this.#running.add(subject);
    try {
      return await this.#sendUntilKnown(request, onSlow);
    } finally {
      this.#running.delete(subject);
    }
  }

  async #sendUntilKnown(request: ActionRequest, onSlow?: () => void): Promise<Outcome> {
    const { kind, id, act } = request.path;
    const contentKey = JSON.stringify([kind, id, act, request.body]);
    const key = this.#keys.get(contentKey) ?? this.#tools.newKey();
    this.#keys.set(contentKey, key);
    for (let tries = 0; ; tries++) {
      try {
        const response = await this.#tools.send(request, key);
        this.#keys.delete(contentKey);
        return { how: 'done', response };
      } catch (error) {
        const pause = PAUSES_MS[tries];
        if (isOutcomeUnknown(error)) {
          if (pause === undefined) return { how: 'unknown', error };
          onSlow?.();
          await this.#tools.pause(pause);
          continue;
        }
        // After 401 the key is kept: an earlier attempt may have succeeded.
        if (!isApiError(error) || error.status !== 401) this.#keys.delete(contentKey);
        return isGone(error) ? { how: 'gone' } : { how: 'refused', error };
      }
    }
  }
}

/** Returns whether the action may have succeeded although the call failed. */
function isOutcomeUnknown(error: unknown): boolean {
  return isResponseLost(error) || (isApiError(error) && error.status >= 500);
}

function isGone(error: unknown): boolean {
  return isApiError(error) && error.code === 'NO_DATA' && (error.status === 404 || error.status === 409);
}
