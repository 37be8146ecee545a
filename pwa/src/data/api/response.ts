/**
 * Reads a response as an ApiResponse, or throws ApiError. A refusal is our server's only if it has a code and
 * the call's request id. A gateway's `{"message":"Forbidden"}` is not our server's.
 */
import { serverNow } from './clock';
import { ApiError, NOT_OURS } from './errors';

export interface ApiResponse {
  status: number;
  body: unknown;
  etag: string | null;
}

type HeaderSource = Pick<Headers, 'get'>;

/** The form of our server's request ids. */
const REQUEST_ID = /^[a-z2-7]{16}$/;

let isKnownCode = (_code: string): boolean => false;

/**
 * registerCodeCheck registers the check for the catalogue's codes; pages call it. An unknown code, of a newer
 * server, counts as ours by its request id alone.
 */
export function registerCodeCheck(isKnown: (code: string) => boolean): void {
  isKnownCode = isKnown;
}

/** readResponse throws ApiError unless the response is a success (or a 304). */
export function readResponse(status: number, headers: HeaderSource, text: string): ApiResponse {
  const etag = headers.get('ETag');
  if (status === 304) return { status, body: undefined, etag };
  const body = parse(headers.get('Content-Type'), text);
  if (body === undefined) throw new ApiError(NOT_OURS, status);
  if (status >= 200 && status < 300) return { status, body, etag };
  throw refusal(status, body, headers.get('Retry-After'));
}

/** parseRetryAfter returns seconds. Retry-After has seconds, or a date by the server's clock. */
export function parseRetryAfter(value: string | null, now = serverNow()): number | undefined {
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

function refusal(status: number, body: object, retryAfter: string | null): ApiError {
  const { message, fields, requestId, ...extra } = body as Record<string, unknown>;
  if (!isOurs(message, requestId)) return new ApiError(NOT_OURS, status);
  return new ApiError(message as string, status, {
    fields: isStringMap(fields) ? fields : undefined,
    requestId: requestId as string,
    retryAfter: parseRetryAfter(retryAfter),
    extra,
  });
}

function isOurs(message: unknown, requestId: unknown): boolean {
  if (typeof message !== 'string' || typeof requestId !== 'string' || !message || !requestId) return false;
  return isKnownCode(message) || REQUEST_ID.test(requestId);
}

function parse(contentType: string | null, text: string): object | undefined {
  if (!contentType || !/[/+]json\b/i.test(contentType)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isStringMap(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((entry) => typeof entry === 'string')
  );
}
