/** Multipart uploads: XMLHttpRequest in a page, for the progress; fetch in the service worker. */
import { readResponse } from './response';
import { headersFor, handleError, startTimeout, tokenFor, urlFor } from './client';
import { ApiError, isResponseLost, isApiError, NETWORK, TIMEOUT } from './errors';
import type { ResponseOf, BodyOf, UploadPath } from './routes';
import { reportResponse } from '../device/traffic';

export interface UploadOptions {
  /** The file's name, as sent to the server. */
  fileName: string;
  key?: string;
  auth?: boolean | string;
  timeoutMs?: number;
  signal?: AbortSignal;
  /**
   * Called with the share of the body that was handed to the network, 0 to 1. Not called in the service
   * worker.
   */
  onProgress?: (share: number) => void;
}

export const UPLOAD_TIMEOUT_MS = 300_000;
/** A connection on which no byte moves for this many ms counts as dead. */
const STALL_MS = 60_000;

/** A form's fields, as in the contract. */
export type Fields<P extends UploadPath> = Omit<BodyOf<'POST', P>, 'file'> & { file: Blob };

/** upload posts the form and returns the response's JSON. Throws as `call` does. */
export async function upload<P extends UploadPath>(
  path: P,
  fields: Fields<P>,
  options: UploadOptions,
): Promise<ResponseOf<'POST', P>> {
  const form = formOf(fields, options.fileName);
  const token = tokenFor(options.auth);
  const timeout = startTimeout(options.timeoutMs ?? UPLOAD_TIMEOUT_MS, options.signal);
  const headers = headersFor(token, options.key);
  try {
    const send = canShowProgress() ? sendByXhr : sendByFetch;
    const body = await send(urlFor(path), form, headers, timeout.signal, options.onProgress);
    reportResponse();
    return body as ResponseOf<'POST', P>;
  } catch (error) {
    if (isApiError(error)) {
      if (!isResponseLost(error)) reportResponse();
      throw handleError(error, token);
    }
    if (options.signal?.aborted) throw options.signal.reason;
    throw new ApiError(timeout.signal.aborted ? TIMEOUT : NETWORK);
  } finally {
    timeout.end();
  }
}

/** Builds the form. The server reads it as a stream, so the fields must come before the file. */
function formOf({ file, ...fields }: { file: Blob }, fileName: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, String(value));
  form.append('file', file, fileName);
  return form;
}

function canShowProgress(): boolean {
  return typeof XMLHttpRequest === 'function' && 'document' in globalThis;
}

async function sendByFetch(
  url: string,
  body: FormData,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    signal,
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'error',
  });
  return readResponse(response.status, response.headers, await response.text()).body;
}

function sendByXhr(
  url: string,
  body: FormData,
  headers: Record<string, string>,
  signal: AbortSignal,
  onProgress: UploadOptions['onProgress'],
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open('POST', url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    const stall = watchStall(() => xhr.abort());
    xhr.upload.onprogress = ({ loaded, total }) => {
      stall.moved();
      onProgress?.(total > 0 ? loaded / total : 0);
    };
    // The stall timer ends when the body is sent: from then on the server may use the full timeout.
    xhr.upload.onload = stall.end;
    xhr.onloadend = stall.end;
    xhr.onload = () => {
      try {
        const headerSource = { get: (name: string) => xhr.getResponseHeader(name) };
        resolve(readResponse(xhr.status, headerSource, xhr.responseText).body);
      } catch (error) {
        reject(error);
      }
    };
    xhr.onerror = xhr.onabort = () => reject(new Error('failed'));
    if (signal.aborted) return reject(new Error('failed'));
    signal.addEventListener('abort', () => xhr.abort());
    xhr.send(body);
  });
}

function watchStall(onStall: () => void): { moved: () => void; end: () => void } {
  let timer = setTimeout(onStall, STALL_MS);
  return {
    moved() {
      clearTimeout(timer);
      timer = setTimeout(onStall, STALL_MS);
    },
    end: () => clearTimeout(timer),
  };
}
