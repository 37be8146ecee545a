/**
 * ApiError is the only error type of the app. `code` is the server's catalogue code, which is also the
 * translation key, or one of the codes below, which only the app can know.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  code: string;
  /** 0 if there was no response. */
  status: number;
  fields?: Record<string, string>;
  requestId?: string;
  /** Seconds, from Retry-After. */
  retryAfter?: number;
  /** Other fields of the response, such as `closedUntil`. */
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

/** No response: no signal, a broken connection, a redirect to a café's login page. */
export const NETWORK = 'NETWORK';
/** A response that is not our server's: a captive portal, a proxy's error page. */
export const NOT_OURS = 'NOT_OURS';
/** No response within the timeout. */
export const TIMEOUT = 'TIMEOUT';
/** The device's storage is full, even after everything disposable was deleted. */
export const STORAGE_FULL = 'STORAGE_FULL';
/** A slip has waited for more than a day. It is sent only after the member confirms it. */
export const STALE = 'STALE';
/** The stored picture no longer has its original bytes. */
export const PICTURE_DAMAGED = 'PICTURE_DAMAGED';

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** isResponseLost returns true if the server may or may not have received and executed the call. */
export function isResponseLost(error: unknown): boolean {
  return isApiError(error) && isNoResponseCode(error.code);
}

/**
 * isOutcomeUnknown returns true if a command may have been executed: its response was lost, or a gateway or a
 * failing server responded.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (isResponseLost(error)) return isApiError(error) && error.extra.sent !== false;
  return isApiError(error) && [500, 502, 504].includes(error.status);
}

export function isNoResponseCode(code: string): boolean {
  return code === NETWORK || code === NOT_OURS || code === TIMEOUT;
}

/**
 * isGuestRetired returns true if this guest's conversation was moved to a member. The guest id is then no
 * longer valid.
 */
export function isGuestRetired(error: unknown): boolean {
  return isApiError(error) && error.status === 403 && error.code === 'INVALID_USER_2';
}
