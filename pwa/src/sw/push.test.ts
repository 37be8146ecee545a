import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeLocale } from '@/data/storage/device-facts';
import { withDeviceDb } from '@/data/storage/storage';
import { eventually } from '../../test/eventually';
import { ok, stubServer, type TestServer } from '../../test/server';

interface FakeWindow {
  url: string;
  focused: boolean;
  visibilityState: string;
  postMessage: ReturnType<typeof vi.fn>;
  focus: ReturnType<typeof vi.fn>;
}

let server: TestServer;
let windows: FakeWindow[];
let push: typeof import('./push');
const showNotification = vi.fn(async () => {});
const openWindow = vi.fn(async () => null);
const subscribe = vi.fn();

beforeEach(async () => {
  server = stubServer();
  windows = [];
  vi.stubGlobal('self', {
    location: { origin: 'https://wallet.test' },
    clients: { matchAll: async () => windows, openWindow },
    registration: { showNotification, pushManager: { subscribe } },
    navigator: {},
  });
  push = await import('./push');
});

afterEach(async () => {
  await withDeviceDb((db) =>
    Promise.all([db.facts.clear(), db.sessions.clear(), db.chat.clear(), db.rooms.clear()]),
  );
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

const data = (text: string) => ({ json: () => JSON.parse(text) as unknown }) as PushMessageData;

const payload = {
  kind: 'chat.reply',
  title: 'Support has answered you',
  body: 'Tap to read and reply',
  url: '/user/home?sheet=chat',
  tag: 'chat',
  at: '2026-11-21T00:00:00Z',
};

describe('a push', () => {
  it('a push shows the server’s text', async () => {
    await push.showPush(data(JSON.stringify(payload)));

    expect(showNotification).toHaveBeenCalledWith(
      payload.title,
      expect.objectContaining({
        body: payload.body,
        tag: 'chat',
        renotify: true,
        timestamp: Date.parse(payload.at),
        data: { url: payload.url },
      }),
    );
  });

  it.each([
    ['nothing', null],
    ['a text that is no JSON', data('<html>')],
    ['JSON that is not our server’s', data('{"foo": 1}')],
    ['null', data('null')],
  ])('a push with %s shows a general text in the chosen language', async (_, pushData) => {
    await storeLocale('en');

    await push.showPush(pushData);

    expect(showNotification).toHaveBeenCalledWith(
      'You have something new',
      expect.objectContaining({ data: { url: '/' } }),
    );
  });

  it('a push without a known language shows Thai', async () => {
    await push.showPush(null);

    expect(showNotification).toHaveBeenCalledWith('มีการแจ้งเตือนใหม่', expect.anything());
  });

  it('a push has its own monochrome badge', async () => {
    await push.showPush(data(JSON.stringify(payload)));

    expect(showNotification).toHaveBeenCalledWith(
      payload.title,
      expect.objectContaining({ badge: '/icons/badge-96.png' }),
    );
  });

  it('a push about support’s reply is counted on the app’s icon, with unsent and unread items', async () => {
    const setAppBadge = vi.fn(async () => {});
    vi.stubGlobal('navigator', { setAppBadge });
    await withDeviceDb(async (db) => {
      await db.facts.put({ key: 'guest', value: { id: 'g', used: true } });
      await db.rooms.put({ room: 'g', readSeq: 1 } as never);
      await db.chat.put({ room: 'g', seq: 2, sender: 'support', clientId: 'c', localAt: 2 } as never);
    });

    await push.showPush(data(JSON.stringify({ ...payload, tag: 'deposit.credited' })));
    expect(setAppBadge).not.toHaveBeenCalled();
    await push.showPush(data(JSON.stringify({ ...payload, tag: 'chat.reply' })));

    expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(2);
  });

  it('a push is shown while the page is focused too, and makes pages check for changes', async () => {
    windows = [client('https://wallet.test/user/home', { focused: true })];
    const onMessage = vi.fn();
    // Another context of this device: a channel never receives its own messages.
    const page = new BroadcastChannel('wallet');
    page.addEventListener('message', ({ data: message }) => void onMessage(message));

    await push.showPush(data(JSON.stringify(payload)));

    expect(showNotification).toHaveBeenCalledOnce();
    await eventually(() => expect(onMessage).toHaveBeenCalledWith({ type: 'news' }));
    page.close();
  });
});

function client(url: string, more: Partial<FakeWindow> = {}): FakeWindow {
  return {
    url,
    focused: false,
    visibilityState: 'hidden',
    postMessage: vi.fn(),
    focus: vi.fn(async () => {}),
    ...more,
  };
}

function notification(url: unknown): Notification & { close: ReturnType<typeof vi.fn> } {
  return { data: { url }, close: vi.fn() } as never;
}

describe('a tap on a notification', () => {
  it('a tap opens the path in the running window', async () => {
    const app = client('https://wallet.test/user/statement', { visibilityState: 'visible' });
    windows = [client('https://wallet.test/'), app];
    const tapped = notification('/user/home?sheet=chat');

    await push.openPush(tapped);

    expect(app.postMessage).toHaveBeenCalledWith({ type: 'open', path: '/user/home?sheet=chat' });
    expect(app.focus).toHaveBeenCalled();
    expect(tapped.close).toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('a tap opens a new window if none is open, or only a window of the console', async () => {
    windows = [client('https://wallet.test/operator/', { focused: true })];

    await push.openPush(notification('/contact?sheet=chat'));

    expect(openWindow).toHaveBeenCalledWith('/contact?sheet=chat');
    expect(windows[0]?.postMessage).not.toHaveBeenCalled();
  });

  it.each([
    'https://evil.test/user',
    '//evil.test',
    '/.//evil.test/x',
    '/a/..//evil.test',
    'https://wallet.test//evil.test/',
    'javascript:alert(1)',
    'http://[',
    7,
    undefined,
  ])('a tap never leads to another origin (%s)', async (url) => {
    await push.openPush(notification(url));

    expect(openWindow).toHaveBeenCalledWith('/');
  });
});

describe('a subscription that the browser changed', () => {
  const subscriptionAt = (endpoint: string) =>
    ({
      endpoint,
      options: { applicationServerKey: new Uint8Array([4]).buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
    }) as unknown as PushSubscription;

  const storedBinding = () => withDeviceDb((db) => db.facts.get('push'));

  it('a changed subscription is registered for the remembered member', async () => {
    const onSubscribe = vi.fn(() => ok());
    server.on('POST /api/push/subscribe', onSubscribe);
    await withDeviceDb((db) => db.sessions.put({ tokenHash: 'h', memberId: 'M1', token: 't', savedAt: 1 }));

    await push.renewPush(null, subscriptionAt('https://push.test/2'));

    expect(onSubscribe).toHaveBeenCalledOnce();
    expect((await storedBinding())?.value).toMatchObject({ endpoint: 'https://push.test/2', key: 'BA' });
  });

  it('a subscription is created again if the browser sends none, and registered for the guest', async () => {
    let body: unknown;
    server.on('POST /api/push/subscribe', (request) => {
      ({ body } = request);
      return ok();
    });
    subscribe.mockResolvedValue(subscriptionAt('https://push.test/3'));
    await withDeviceDb((db) => db.facts.put({ key: 'guest', value: { id: 'g', used: true } }));

    await push.renewPush(subscriptionAt('https://push.test/2'), null);

    expect(subscribe).toHaveBeenCalledWith(expect.objectContaining({ userVisibleOnly: true }));
    expect(body).toMatchObject({ guestId: 'g', subscription: { endpoint: 'https://push.test/3' } });
  });

  it('a changed subscription waits for a page if there is no caller', async () => {
    await push.renewPush(null, subscriptionAt('https://push.test/2'));

    expect(server.calls).toEqual([]);
    expect(await storedBinding()).toBeUndefined();
  });
});
