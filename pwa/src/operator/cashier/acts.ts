/**
 * Does each act once. Its key is made with the first try and kept until the answer is known, so
 * that whatever is asked again, by itself or by the cashier, is the same request; two presses at
 * once are one.
 */
import { isAnswerLost, isApiError } from '@/data/api/errors';
import type { AnswerOf, TakenBy } from '@/data/api/routes';

type ActPath = '/api/operator/items/{kind}/{id}/{act}';

/** An act with an item, and the fields that it is told. */
export type Move = Pick<TakenBy<'POST', ActPath>, 'path' | 'body'>;

export type Acted = AnswerOf<'POST', ActPath>;

export interface ActTools {
  send: (move: Move, key: string) => Promise<Acted>;
  newKey: () => string;
  pause: (ms: number) => Promise<void>;
}

export type Outcome =
  | { how: 'done'; answer: Acted }
  /** It does not wait any more: a colleague was quicker. */
  | { how: 'gone' }
  /** No answer came, however often it was asked for. */
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

  /** Undefined where something is under way with this subject already: nothing is done then. */
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
        // Signed out meanwhile: an earlier try may have come through, its key is still needed.
        if (!isApiError(error) || error.status !== 401) this.#keys.delete(print);
        return isGone(error) ? { how: 'gone' } : { how: 'refused', error };
      }
    }
  }
}

/** Nobody can say whether it was done. */
function isOpen(error: unknown): boolean {
  return isAnswerLost(error) || (isApiError(error) && error.status >= 500);
}

function isGone(error: unknown): boolean {
  return isApiError(error) && error.code === 'NO_DATA' && (error.status === 404 || error.status === 409);
}
