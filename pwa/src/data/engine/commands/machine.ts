/**
 * The state machine of one command, under one key. Pure: no clock, no chance, no storage, no
 * network.
 *
 *   from               by                                                to
 *   -----------------  ------------------------------------------------  --------
 *   idle, password,    given: the same wish finds its first key          sending
 *   done, failed
 *   sending, checking  answered                                          done
 *   sending, checking  the answer was lost, or says nothing of what was  checking
 *                      done (408, 425, 500, 502, 504)
 *   sending, checking  the same, the fifth trouble in a row, or after    failed
 *                      half an hour
 *   sending, checking  the server wants the password first               password
 *   sending, checking  any other refusal                                 failed
 *   password, done,    seen                                              idle
 *   failed
 *
 * What a crash leaves: before the key is written nothing was sent; after it the key is `open`, and
 * the next page asks with it. Whatever is asked again goes out under the same key, and the server
 * knows that key: so there is one effect at most.
 */
import { isAnswerLost, isApiError } from '../../api/errors';

export type Stage =
  | { at: 'idle' }
  /** `checking`: the answer was lost and is being asked for. */
  | { at: 'sending' | 'checking'; lost: boolean; trouble: number; tries: number }
  /** Nothing was done: the server wants the password first. */
  | { at: 'password'; lost: boolean; error: unknown }
  | { at: 'done'; answer: unknown }
  | { at: 'failed'; error: unknown; key: KeyFate };

export type StageAt = Stage['at'];

/** What becomes of the key on the disk. */
export type KeyFate =
  /** To be asked with, also after a reload. */
  | 'open'
  /** The member was told that it failed: for a second try by hand, and only for that. */
  | 'told'
  | 'gone';

export type CommandEvent =
  /** `lost`: nobody knows what an earlier try under this key has done. */
  | { is: 'given'; lost: boolean }
  | { is: 'answered'; answer: unknown }
  /** `late`: half an hour after it was wished for, when it must not be done any more. */
  | { is: 'failed'; error: unknown; late: boolean }
  | { is: 'seen' };

export const IDLE = { at: 'idle' } as const;

/** So many answers in a row that the server is in trouble are an answer to the member, too. */
export const TROUBLE_TRIES = 5;

export function step(stage: Stage, event: CommandEvent): Stage {
  switch (event.is) {
    case 'given':
      return isUnderWay(stage) ? stage : { at: 'sending', lost: event.lost, trouble: 0, tries: 1 };
    case 'answered':
      return isUnderWay(stage) ? { at: 'done', answer: event.answer } : stage;
    case 'failed':
      return isUnderWay(stage) ? afterFailure(stage, event.error, event.late) : stage;
    case 'seen':
      return isUnderWay(stage) ? stage : IDLE;
  }
}

/** Sent, and its outcome not known yet. */
export function isUnderWay<S extends { at: StageAt }>(
  stage: S,
): stage is Extract<S, { at: 'sending' | 'checking' }> {
  return stage.at === 'sending' || stage.at === 'checking';
}

/** What the disk has to hold in this stage. */
export function keyIn(stage: Stage): KeyFate {
  if (isUnderWay(stage)) return 'open';
  if (stage.at === 'password') return stage.lost ? 'open' : 'told';
  return stage.at === 'failed' ? stage.key : 'gone';
}

type UnderWay = Extract<Stage, { at: 'sending' | 'checking' }>;

function afterFailure(stage: UnderWay, error: unknown, late: boolean): Stage {
  const trouble = isTrouble(error) ? stage.trouble + 1 : 0;
  const isOpen = isAnswerLost(error) || isBusy(error) || isTrouble(error);
  const lost = stage.lost || isOpen;
  if (isOpen && !late && trouble < TROUBLE_TRIES)
    return { at: 'checking', lost, trouble, tries: stage.tries + 1 };
  if (isPasswordWanted(error) && !late) return { at: 'password', lost, error };
  return { at: 'failed', error, key: fateAfter(error, lost, late) };
}

function fateAfter(error: unknown, lost: boolean, late: boolean): KeyFate {
  if (late) return 'gone';
  if (isTrouble(error) || isRefusedForNow(error)) return 'told';
  // Refused, and no earlier try can have been the one that worked.
  return !lost || isAboutContent(error) ? 'gone' : 'open';
}

/** Too many calls, or closed: an earlier try may have worked, or one of another tab with the same key. */
function isRefusedForNow(error: unknown): boolean {
  return isApiError(error) && [429, 503].includes(error.status);
}

/** The server has judged this command; a refused token or a closed site is not about it. */
function isAboutContent(error: unknown): boolean {
  return isApiError(error) && ![401, 410].includes(error.status);
}

/** Too long idle: the password first, then the same command again. */
function isPasswordWanted(error: unknown): boolean {
  return isApiError(error) && error.code === 'EXPIRED_AUTH_TOKEN';
}

/** 500 and a gateway's word say nothing about what was done; 503 is a plain "closed". */
function isTrouble(error: unknown): boolean {
  return isApiError(error) && [500, 502, 504].includes(error.status) && !isAnswerLost(error);
}

function isBusy(error: unknown): boolean {
  return isApiError(error) && (error.status === 408 || error.status === 425);
}
