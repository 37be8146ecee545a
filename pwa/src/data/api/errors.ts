/**
 * The one error value of the app. `code` is the server's catalogue code, which is also the
 * translation key, or one of the codes below, which only the phone can know.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  code: string;
  /** 0 where nothing answered. */
  status: number;
  fields?: Record<string, string>;
  requestId?: string;
  /** Seconds, from Retry-After. */
  retryAfter?: number;
  /** Whatever else the answer carried, such as `closedUntil`. */
  extra: Record<string, unknown>;

  constructor(code: string, status = 0, more: ApiErrorDetails = {}) {
    super(code);
    this.code = code;
    this.status = status;
    this.fields = more.fields;
    this.requestId = more.requestId;
    this.retryAfter = more.retryAfter;
    this.extra = more.extra ?? {};
  }
}

export interface ApiErrorDetails {
  fields?: Record<string, string>;
  requestId?: string;
  retryAfter?: number;
  extra?: Record<string, unknown>;
}

/** No answer came: no signal, a broken connection, a redirect to a login page of a café. */
export const NETWORK = 'NETWORK';
/** Something answered that is not our server: a captive portal, a proxy's error page. */
export const NOT_OURS = 'NOT_OURS';
/** Our patience ended first. */
export const TIMEOUT = 'TIMEOUT';
/** The phone's storage is full, even after everything disposable was dropped. */
export const STORAGE_FULL = 'STORAGE_FULL';
/** A slip has waited for more than a day: it is sent only once the member says so. */
export const STALE = 'STALE';
/** The stored picture no longer has the bytes that were put in. */
export const PICTURE_DAMAGED = 'PICTURE_DAMAGED';

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** True where nobody can say whether the server received and did what was asked. */
export function isAnswerLost(error: unknown): boolean {
  return isApiError(error) && isLostCode(error.code);
}

/** True where a command may have been done: its answer was lost, or a gateway or a broken server spoke instead. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (isAnswerLost(error)) return isApiError(error) && error.extra.sent !== false;
  return isApiError(error) && [500, 502, 504].includes(error.status);
}

export function isLostCode(code: string): boolean {
  return code === NETWORK || code === NOT_OURS || code === TIMEOUT;
}

/** This guest id's conversation went to a member: the id opens nothing any more. */
export function isGuestRetired(error: unknown): boolean {
  return isApiError(error) && error.status === 403 && error.code === 'INVALID_USER_2';
}
