import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { refusal } from '../../../../test/network';
import { offline, ok, stubServer, type TestServer } from '../../../../test/server';
import type { QrState } from '../../api/types';
import { logout } from '../../app/logout';
import { getSession, login } from '../../session/session';
import { withMemberDb } from '../../storage/storage';
import { putResource, refreshResource, refetchResource } from './refresh';

const PATH = '/api/qrcode/KBANK';
let server: TestServer;

beforeEach(async () => {
  server = stubServer();
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
  await login({ username: '08', password: 'x', rememberMe: true });
});

afterEach(async () => {
  if (getSession()) await logout('discard');
  vi.unstubAllGlobals();
});

const qr = (qrcodeId: string) => ({ qrcodeId }) as QrState;
const storedQr = () => withMemberDb('M1', async (db) => (await db.lookups.get('qr:KBANK'))?.data);

/** Delays the server's response until the returned function is called with it. */
function delayResponse(): (value: unknown) => void {
  let respond: (response: Response) => void = () => {};
  server.on(`GET ${PATH}`, () => new Promise<Response>((resolve) => (respond = resolve)));
  return (value) => respond(ok(value));
}

const expectRequests = (times: number) =>
  eventually(() => expect(server.calls.filter((call) => call === `GET ${PATH}`)).toHaveLength(times));

describe('a resource of a member', () => {
  it('a resource is unchanged without a network', async () => {
    await putResource('M1', 'qr', qr('q1'), 'KBANK');
    server.on(`GET ${PATH}`, offline);

    await refreshResource('qr', 'KBANK');

    expect(await storedQr()).toEqual({ qrcodeId: 'q1' });
  });

  it('two callers at the same time share one request for a resource', async () => {
    const respond = delayResponse();

    const both = Promise.all([refreshResource('qr', 'KBANK'), refreshResource('qr', 'KBANK')]);
    await expectRequests(1);
    respond({ qrcodeId: 'q1' });
    await both;

    expect(await storedQr()).toEqual({ qrcodeId: 'q1' });
    expect(server.calls.filter((call) => call === `GET ${PATH}`)).toHaveLength(1);
  });

  it('a response to an earlier request never overwrites newer data', async () => {
    const respond = delayResponse();
    const late = refreshResource('qr', 'KBANK');
    await expectRequests(1);

    await putResource('M1', 'qr', qr('new'), 'KBANK');
    respond({ qrcodeId: '' });
    await late;

    expect(await storedQr()).toEqual({ qrcodeId: 'new' });
  });

  it('an outdated resource is requested again although a request is running', async () => {
    const respond = delayResponse();
    const late = refreshResource('qr', 'KBANK');
    await expectRequests(1);
    server.on(`GET ${PATH}`, () => ok({ qrcodeId: '' }));

    await refetchResource('qr', 'KBANK');
    respond({ qrcodeId: 'ended' });
    await late;

    expect(await storedQr()).toEqual({ qrcodeId: '' });
  });
});
