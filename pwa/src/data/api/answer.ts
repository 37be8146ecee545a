/** From bytes to an answer or an ApiError. Only JSON of our shape is taken as our server's word. */
import { ApiError, NOT_OURS } from './errors';

export interface Answer {
  status: number;
  body: unknown;
  etag: string | null;
}

type HeaderSource = Pick<Headers, 'get'>;

/** Throws ApiError unless the answer is a success (or a 304). */
export function readAnswer(status: number, headers: HeaderSource, text: string): Answer {
  const etag = headers.get('ETag');
  if (status === 304) return { status, body: undefined, etag };
  const body = parse(headers.get('Content-Type'), text);
  if (body === undefined) throw new ApiError(NOT_OURS, status);
  if (status >= 200 && status < 300) return { status, body, etag };
  throw refusal(status, body, headers.get('Retry-After'));
}

/** Retry-After in seconds, given as seconds or as a date. */
export function parseRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

function refusal(status: number, body: object, retryAfter: string | null): ApiError {
  const { message, fields, requestId, ...extra } = body as Record<string, unknown>;
  if (typeof message !== 'string' || message === '') return new ApiError(NOT_OURS, status);
  return new ApiError(message, status, {
    fields: isStringMap(fields) ? fields : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    retryAfter: parseRetryAfter(retryAfter),
    extra,
  });
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
