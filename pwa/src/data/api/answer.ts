/**
 * From bytes to an answer or an ApiError. A refusal is our server's only with its mark: a code and the id
 * of the call. A gateway's `{"message":"Forbidden"}` is no refusal of ours.
 */
import { serverNow } from './clock';
import { ApiError, NOT_OURS } from './errors';

export interface Answer {
  status: number;
  body: unknown;
  etag: string | null;
}

type HeaderSource = Pick<Headers, 'get'>;

/** As our server writes them. */
const REQUEST_ID = /^[a-z2-7]{16}$/;

let isKnownCode = (_code: string): boolean => false;

/** A page knows the catalogue's codes. One that it does not know, of a newer server, is ours by its id alone. */
export function knowCodes(isKnown: (code: string) => boolean): void {
  isKnownCode = isKnown;
}

/** Throws ApiError unless the answer is a success (or a 304). */
export function readAnswer(status: number, headers: HeaderSource, text: string): Answer {
  const etag = headers.get('ETag');
  if (status === 304) return { status, body: undefined, etag };
  const body = parse(headers.get('Content-Type'), text);
  if (body === undefined) throw new ApiError(NOT_OURS, status);
  if (status >= 200 && status < 300) return { status, body, etag };
  throw refusal(status, body, headers.get('Retry-After'));
}

/** Retry-After in seconds, given as seconds or as a date of the server's clock. */
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
