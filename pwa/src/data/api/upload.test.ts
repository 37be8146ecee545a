import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { configureClient } from './client';
import { NETWORK, NOT_OURS, TIMEOUT } from './errors';
import { upload } from './upload';

/** A page uploads by XMLHttpRequest, here to a server in the test. */
let server: Server;
let received: { call: string; headers: IncomingMessage['headers']; body: string };
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = `${request.method} ${request.url}`;
      received = { call, headers: request.headers, body: Buffer.concat(chunks).toString('latin1') };
      respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  location.href = `http://127.0.0.1:${port}/`;
  configureClient({ baseUrl: `http://127.0.0.1:${port}` });
});

afterAll(() => server.close());

const slip = {
  file: new Blob(['picture'], { type: 'image/png' }),
  clientId: 'c1',
  capturedAt: '2026-11-21T07:00:00Z',
};
const fileName = 'slip.png';

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

// spec 7.29a, D3.21, D6.19
it('an upload sends the fields before the file, with its key', async () => {
  respond = (response) => sendJson(response, 202, { clientId: 'c1' });

  const response = await upload('/api/wallet/slip', slip, { fileName, key: 'c1', auth: 'secret' });

  expect(response).toEqual({ clientId: 'c1' });
  expect(received.call).toBe('POST /api/wallet/slip');
  expect(received.headers).toMatchObject({
    'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
    'x-requested-with': 'wallet-user',
    authorization: 'Bearer secret',
    'idempotency-key': 'c1',
  });
  expect(received.body).toMatch(/clientId[^]*c1[^]*capturedAt[^]*2026-11-21T07:00:00Z[^]*picture/);
});

it('a refused upload throws the same error as a call', async () => {
  respond = (response) => {
    response.setHeader('Retry-After', '60');
    sendJson(response, 503, { message: 'SLIP_UPLOAD_FAIL', requestId: 'testtesttesttest' });
  };

  await expect(upload('/api/wallet/slip', slip, { fileName })).rejects.toMatchObject({
    code: 'SLIP_UPLOAD_FAIL',
    status: 503,
    retryAfter: 60,
  });
});

it('a login page in place of a response throws NOT_OURS', async () => {
  respond = (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>');

  await expect(upload('/api/wallet/slip', slip, { fileName })).rejects.toMatchObject({ code: NOT_OURS });
});

it('a broken connection throws NETWORK', async () => {
  respond = (response) => response.destroy();

  await expect(upload('/api/wallet/slip', slip, { fileName })).rejects.toMatchObject({ code: NETWORK });
});

describe('a server that does not respond to an upload', () => {
  const pendingUpload = { reportSent: () => {} };
  let sent: Promise<unknown>;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // The test's XMLHttpRequest does not report that the body was sent; a browser's does.
    const { send } = XMLHttpRequest.prototype;
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
      pendingUpload.reportSent = () => void this.upload.dispatchEvent(new Event('load') as ProgressEvent);
      send.call(this, body);
    });
    let arrived = () => {};
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    respond = () => arrived();
    sent = upload('/api/wallet/slip', slip, { fileName }).catch((error: unknown) => error);
    await arrival;
  });
  afterEach(() => vi.useRealTimers());

  it('an upload is aborted after a minute without progress', async () => {
    await vi.advanceTimersByTimeAsync(60_000);

    expect(await sent).toMatchObject({ code: NETWORK });
  });

  // spec 7.29b, 7.64c, 9.2
  it('an upload times out five minutes after the whole body was sent', async () => {
    const ended = vi.fn();
    void sent.then(ended);
    pendingUpload.reportSent();
    await vi.advanceTimersByTimeAsync(299_000);
    expect(ended).not.toHaveBeenCalled();

    await vi.advanceTimersByTimeAsync(1_000);

    expect(await sent).toMatchObject({ code: TIMEOUT });
  });
});

it('an upload is aborted by its signal', async () => {
  const controller = new AbortController();
  respond = () => controller.abort(new Error('cancelled'));

  const sent = upload('/api/wallet/slip', slip, { fileName, signal: controller.signal });

  await expect(sent).rejects.toMatchObject({ message: 'cancelled' });
});
