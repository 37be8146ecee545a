/**
 * Performs each action once. An action's key is created at the first attempt and kept until the response is
 * known. So every repeat, automatic or by the cashier, is the same request. A second click while a request is
 * under way does nothing.
 */
import { isResponseLost, isApiError } from '@/data/api/errors';
import type { ResponseOf, RequestOf } from '@/data/api/routes';

type ActPath = '/api/operator/items/{kind}/{id}/{act}';

/** An action on an item, with its fields. */
export type Move = Pick<RequestOf<'POST', ActPath>, 'path' | 'body'>;

export type Acted = ResponseOf<'POST', ActPath>;

export interface ActTools {
  send: (move: Move, key: string) => Promise<Acted>;
  newKey: () => string;
  pause: (ms: number) => Promise<void>;
}

export type Outcome =
  | { how: 'done'; answer: Acted }
  /** The item no longer waits, because another operator has already acted. */
  | { how: 'gone' }
  /** No response arrived after all attempts. */
  | { how: 'unknown'; error: unknown }
  | { how: 'refused'; error: unknown };

const PAUSES_MS = [1_000, 2_000, 4_000];

export class Acts {
  readonly #tools: ActTools;
  readonly #keys = new Map<string, string>();
  readonly #running = new Set<string>();

  constructor(tools: ActTools) {
    this.#tools = tools;
  }

  /**
   * Performs the action. Returns undefined if an action on this subject is already under way; the call then
   * does nothing.
   */
  async run(subject: string, move: Move, onSlow?: () => void): Promise<Outcome | undefined> {
    if (this.#running.has(subject)) return undefined;
    this.#running.add(subject);
    try {
      return await this.#untilKnown(move, onSlow);
    } finally {
      this.#running.delete(subject);
    }
  }

  async #untilKnown(move: Move, onSlow?: () => void): Promise<Outcome> {
    const { kind, id, act } = move.path;
    const print = JSON.stringify([kind, id, act, move.body]);
    const key = this.#keys.get(print) ?? this.#tools.newKey();
    this.#keys.set(print, key);
    for (let tries = 0; ; tries++) {
      try {
        const answer = await this.#tools.send(move, key);
        this.#keys.delete(print);
        return { how: 'done', answer };
      } catch (error) {
        const pause = PAUSES_MS[tries];
        if (isOpen(error)) {
          if (pause === undefined) return { how: 'unknown', error };
          onSlow?.();
          await this.#tools.pause(pause);
          continue;
        }
        // After 401 the key is kept: an earlier attempt may have succeeded.
        if (!isApiError(error) || error.status !== 401) this.#keys.delete(print);
        return isGone(error) ? { how: 'gone' } : { how: 'refused', error };
      }
    }
  }
}

/** Returns whether the outcome is still unknown. */
function isOpen(error: unknown): boolean {
  return isResponseLost(error) || (isApiError(error) && error.status >= 500);
}

function isGone(error: unknown): boolean {
  return isApiError(error) && error.code === 'NO_DATA' && (error.status === 404 || error.status === 409);
}
