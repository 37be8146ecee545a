import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offline, ok, stubServer, type TestServer } from '../../../../test/server';
import { encodeBase64url } from '../../kit/base64url';

const KEY = 'BAAB';
const OTHER_KEY = 'BCCD';

class FakeSubscription {
  readonly options: { applicationServerKey: ArrayBuffer };
  readonly endpoint: string;
  readonly unsubscribe = vi.fn(async () => {
    if (manager.subscription === this) manager.subscription = null;
    return true;
  });

  constructor(endpoint: string, key: Uint8Array<ArrayBuffer>) {
    this.endpoint = endpoint;
    this.options = { applicationServerKey: key.buffer };
  }

  toJSON() {
    return { endpoint: this.endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } };
  }
}

const manager = {
  subscription: null as FakeSubscription | null,
  made: 0,
  getSubscription: async () => manager.subscription,
  async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) {
    manager.subscription = new FakeSubscription(`https://push.test/${++manager.made}`, applicationServerKey);
    return manager.subscription;
  },
};

const registration = { pushManager: manager, getNotifications: async () => [] };
let server: TestServer;
let registered: { endpoint: string; as: string }[];
let unregistered: string[];
let push: typeof import('./push');
let token: typeof import('../../session/token');
let storage: typeof import('../../storage/storage');

/** Each test is a separate launch of the app. */
beforeEach(async () => {
  vi.resetModules();
  manager.subscription = null;
  manager.made = 0;
  registered = [];
  unregistered = [];
  server = stubServer();
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/push/key', () => ok({ key: KEY }));
  server.on('GET /api/push/settings', () => ok({ showDetails: false }));
  server.on('POST /api/push/subscribe', ({ body, headers }) => {
    const { subscription, guestId } = body as {
      subscription: { endpoint: string; keys: object };
      guestId?: string;
    };
    expect(subscription.keys).toEqual({ p256dh: 'p', auth: 'a' });
    registered.push({
      endpoint: subscription.endpoint,
      as: headers.get('Authorization') ?? `guest ${guestId}`,
    });
    return ok();
  });
  server.on('DELETE /api/push/subscribe', ({ body }) => {
    unregistered.push((body as { endpoint: string }).endpoint);
    return ok();
  });
  const container = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  vi.stubGlobal('PushManager', class {});
  setPermission('granted');
  await loadPage();
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  await storage.withDeviceDb((db) => Promise.all([db.facts.clear(), db.sessions.clear()]));
  vi.unstubAllGlobals();
});

/** Loads a new page on the same device. */
async function loadPage(): Promise<void> {
  vi.resetModules();
  token = await import('../../session/token');
  storage = await import('../../storage/storage');
  push = await import('./push');
}

function setPermission(
  permission: NotificationPermission,
  before: NotificationPermission = permission,
): void {
  const Notification = { permission: before, requestPermission: vi.fn() };
  Notification.requestPermission.mockImplementation(async () => (Notification.permission = permission));
  vi.stubGlobal('Notification', Notification);
}

const renderPush = () => renderHook(() => push.usePush()).result;
const forgetBinding = () => storage.withDeviceDb((db) => db.facts.delete('push'));

async function turnOn(): Promise<ReturnType<typeof renderPush>> {
  token.storeToken('t1', true);
  const shown = renderPush();
  await act(async () => expect(await shown.current.turnOn()).toBe(true));
  return shown;
}

describe('turning push notifications on', () => {
  it('turning on requests permission, subscribes with the server’s key, and registers it for the member', async () => {
    const shown = await turnOn();

    expect(shown.current.state).toBe('on');
    expect(registered).toEqual([{ endpoint: 'https://push.test/1', as: 'Bearer t1' }]);
    expect(encodeBase64url(manager.subscription?.options.applicationServerKey ?? null)).toBe(KEY);
  });

  it('a guest who turns on push notifications gets an id', async () => {
    const shown = renderPush();

    await act(async () => expect(await shown.current.turnOn()).toBe(true));

    expect(registered).toMatchObject([{ as: `guest ${localStorage.getItem('guest-id')}` }]);
  });

  it('a refused permission leaves push notifications off', async () => {
    setPermission('denied', 'default');
    const shown = renderPush();

    await act(async () => expect(await shown.current.turnOn()).toBe(false));

    expect(shown.current.state).toBe('denied');
    expect(manager.made).toBe(0);
  });

  it('no subscription remains if the server does not respond', async () => {
    server.on('POST /api/push/subscribe', offline);
    token.storeToken('t1', true);
    const shown = renderPush();

    await act(async () => expect(await shown.current.turnOn()).toBe(false));

    expect(shown.current.state).toBe('off');
    expect(manager.subscription).toBeNull();
  });

  it('push notifications need the installed app in Safari on iOS', async () => {
    vi.stubGlobal('PushManager', undefined);
    Reflect.deleteProperty(globalThis, 'PushManager');
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    );
    await loadPage();

    expect(renderPush().current.state).toBe('needs_install');
  });
});

it('turning off deletes the subscription at the server and in the browser', async () => {
  const shown = await turnOn();

  await act(() => shown.current.turnOff());

  expect(shown.current.state).toBe('off');
  expect(unregistered).toEqual(['https://push.test/1']);
  expect(manager.subscription).toBeNull();
});

describe('push notifications at a start', () => {
  it('a correct subscription is not changed', async () => {
    await turnOn();
    await loadPage();

    await push.syncPush();

    expect(registered).toHaveLength(1);
    expect(manager.made).toBe(1);
  });

  it('a new key of the server creates a new subscription', async () => {
    await turnOn();
    server.on('GET /api/push/key', () => ok({ key: OTHER_KEY }));
    await loadPage();

    await push.syncPush();

    expect(unregistered).toEqual(['https://push.test/1']);
    expect(registered.at(-1)).toEqual({ endpoint: 'https://push.test/2', as: 'Bearer t1' });
    expect(encodeBase64url(manager.subscription?.options.applicationServerKey ?? null)).toBe(OTHER_KEY);
  });

  it('another owner takes over the subscription', async () => {
    await turnOn();
    await loadPage();
    token.storeToken('t2', true);

    await push.syncPush();

    expect(registered.at(-1)).toEqual({ endpoint: 'https://push.test/1', as: 'Bearer t2' });
    expect(manager.made).toBe(1);
  });

  it('a subscription that the browser dropped is created again', async () => {
    await turnOn();
    manager.subscription = null;
    await loadPage();

    await push.syncPush();

    expect(registered.at(-1)).toEqual({ endpoint: 'https://push.test/2', as: 'Bearer t1' });
  });

  it('a subscription that this device has not stored is registered', async () => {
    await turnOn();
    await forgetBinding();
    await loadPage();

    await push.syncPush();

    expect(registered).toHaveLength(2);
  });

  it('a subscription is registered again in another language', async () => {
    await turnOn();
    localStorage.setItem('locale', 'en');
    await loadPage();

    await push.syncPush();

    expect(registered).toHaveLength(2);
  });

  it('a start without a network changes nothing, and the next one updates the subscription', async () => {
    await turnOn();
    await loadPage();
    token.storeToken('t2', true);
    server.on('GET /api/push/key', offline);
    await push.syncPush();
    expect(registered).toHaveLength(1);

    server.on('GET /api/push/key', () => ok({ key: KEY }));
    await push.syncPush();

    expect(registered.at(-1)).toMatchObject({ as: 'Bearer t2' });
  });

  it('a withdrawn permission turns push notifications off', async () => {
    await turnOn();
    setPermission('denied');
    await loadPage();

    const shown = renderPush();
    await waitFor(() => expect(shown.current.state).toBe('denied'));
  });

  it('a member who never turned push notifications on is not subscribed', async () => {
    token.storeToken('t1', true);

    await push.syncPush();

    expect(manager.made).toBe(0);
    expect(registered).toEqual([]);
  });
});

describe('amounts on the lock screen', () => {
  it('the setting to show amounts is stored by the server', async () => {
    const settings: unknown[] = [];
    server.on('PUT /api/push/settings', ({ body }) => {
      settings.push(body);
      return ok(body);
    });
    token.storeToken('t1', true);
    const shown = renderPush();

    await act(() => shown.current.setShowDetails(true));

    expect(shown.current.showDetails).toBe(true);
    expect(settings).toEqual([{ showDetails: true }]);
  });

  it('amounts stay hidden if the setting was not stored', async () => {
    server.on('PUT /api/push/settings', offline);
    token.storeToken('t1', true);
    const shown = renderPush();

    await act(async () =>
      expect(await shown.current.setShowDetails(true).catch(() => 'failed')).toBe('failed'),
    );

    expect(shown.current.showDetails).toBe(false);
  });
});

it('logout deletes the subscription at the server, in the browser and on the device', async () => {
  await turnOn();
  server.on('POST /api/logout', () => ok());
  const { logout } = await import('../../app/logout');

  await logout('discard');

  expect(unregistered).toEqual(['https://push.test/1']);
  expect(manager.subscription).toBeNull();
  expect(await storage.withDeviceDb((db) => db.facts.get('push'))).toBeUndefined();
});
