/**
 * The state machine of one command, under one key. Pure: no clock, no randomness, no storage, no network.
 *
 *   from               by                                                to
 *   -----------------  ------------------------------------------------  --------
 *   idle, password,    sent: the same command finds its first key        sending
 *   done, failed
 *   sending, checking  response                                          done
 *   sending, checking  the response was lost, or leaves the outcome      checking
 *                      open (408, 425, 500, 502, 504)
 *   sending, checking  the same, but the fifth 500, 502 or 504 in a row  failed
 *                      or after half an hour
 *   sending, checking  the server requires the password first            password
 *   sending, checking  any other refusal                                 failed
 *   password, done,    seen                                              idle
 *   failed
 *
 * After a crash: before the key is stored, nothing was sent. After it, the key is `open`, and the next page
 * sends the command with it. Every repeat has the same key, and the server knows that key: so there is at
 * most one effect.
 */
import { isResponseLost, isApiError } from '../../api/errors';

export type CommandStage =
  | { at: 'idle' }
  /** `checking`: the response was lost, and the command is repeated to get it. */
  | { at: 'sending' | 'checking'; lost: boolean; errors: number; tries: number }
  /** The server did nothing, because it requires the password first. */
  | { at: 'password'; lost: boolean; error: unknown }
  | { at: 'done'; response: unknown }
  | { at: 'failed'; error: unknown; key: KeyAction };

export type StageAt = CommandStage['at'];

/** What happens to the stored key. */
export type KeyAction =
  /** The key stays, and the command is repeated with it, also after a reload. */
  | 'keep'
  /** The app has shown that the command failed. The key is only used if the member tries again by hand. */
  | 'keepForRetry'
  | 'delete';

export type CommandEvent =
  /** `lost`: an earlier try under this key got no response, so it may have taken effect. */
  | { is: 'sent'; lost: boolean }
  | { is: 'response'; response: unknown }
  /**
   * `late`: more than half an hour has passed since the member's request, so the command must not be executed
   * any more.
   */
  | { is: 'failed'; error: unknown; late: boolean }
  | { is: 'seen' };

export const IDLE = { at: 'idle' } as const;

/** After this many responses 500, 502 or 504 in a row, the app shows that the command failed. */
export const MAX_SERVER_ERRORS = 5;

export function nextStage(stage: CommandStage, event: CommandEvent): CommandStage {
  switch (event.is) {
    case 'sent':
      return isRunning(stage) ? stage : { at: 'sending', lost: event.lost, errors: 0, tries: 1 };
    case 'response':
      return isRunning(stage) ? { at: 'done', response: event.response } : stage;
    case 'failed':
      return isRunning(stage) ? afterFailure(stage, event.error, event.late) : stage;
    case 'seen':
      return isRunning(stage) ? stage : IDLE;
  }
}

/** isRunning reports whether the command was sent and its outcome is not known yet. */
export function isRunning<S extends { at: StageAt }>(
  stage: S,
): stage is Extract<S, { at: 'sending' | 'checking' }> {
  return stage.at === 'sending' || stage.at === 'checking';
}

/** keyActionIn returns what happens to the stored key in this stage. */
export function keyActionIn(stage: CommandStage): KeyAction {
  if (isRunning(stage)) return 'keep';
  if (stage.at === 'password') return stage.lost ? 'keep' : 'keepForRetry';
  return stage.at === 'failed' ? stage.key : 'delete';
}

type RunningStage = Extract<CommandStage, { at: 'sending' | 'checking' }>;

function afterFailure(stage: RunningStage, error: unknown, late: boolean): CommandStage {
  const serverErrors = isServerError(error) ? stage.errors + 1 : 0;
  const isOpen = isResponseLost(error) || isBusy(error) || isServerError(error);
  const lost = stage.lost || isOpen;
  if (isOpen && !late && serverErrors < MAX_SERVER_ERRORS)
    return { at: 'checking', lost, errors: serverErrors, tries: stage.tries + 1 };
  if (isPasswordRequired(error) && !late) return { at: 'password', lost, error };
  return { at: 'failed', error, key: keyActionAfter(error, lost, late) };
}

function keyActionAfter(error: unknown, lost: boolean, late: boolean): KeyAction {
  if (late) return 'delete';
  if (isServerError(error) || isRefusedForNow(error)) return 'keepForRetry';
  // The server refused the command. If no earlier try may have succeeded, the key is not needed any more.
  return !lost || refusesCommand(error) ? 'delete' : 'keep';
}

/**
 * Returns whether the server refuses calls for now: too many calls, or closed. An earlier try may have
 * succeeded, also one in another tab with the same key.
 */
function isRefusedForNow(error: unknown): boolean {
  return isApiError(error) && [429, 503].includes(error.status);
}

/**
 * Returns whether the refusal concerns this command, and not its token (401) or the whole site (410).
 */
function refusesCommand(error: unknown): boolean {
  return isApiError(error) && ![401, 410].includes(error.status);
}

/**
 * Returns whether the session was inactive for too long. The server then requires the password before the
 * same command.
 */
function isPasswordRequired(error: unknown): boolean {
  return isApiError(error) && error.code === 'EXPIRED_AUTH_TOKEN';
}

/**
 * Returns whether the response leaves the outcome open: 500, or a gateway's response. 503 is excluded, since
 * it means "closed".
 */
function isServerError(error: unknown): boolean {
  return isApiError(error) && [500, 502, 504].includes(error.status) && !isResponseLost(error);
}

function isBusy(error: unknown): boolean {
  return isApiError(error) && (error.status === 408 || error.status === 425);
}
