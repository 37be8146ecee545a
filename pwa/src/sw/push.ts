/** Shows notifications. Each push shows one, whatever it contains, because browsers block silent pushes. */
import { call } from '@/data/api/client';
import { serverNow } from '@/data/api/clock';
import { countBadge } from '@/data/app/badge-count';
import { showBadge } from '@/data/device/notifications';
import { broadcast } from '@/data/device/channel';
import { sha256 } from '@/data/kit/digest';
import { storedLocale } from '@/data/storage/device-facts';
import { authOf, guestOf, isGuest } from '@/data/session/member';
import { encodeBase64url } from '@/data/kit/base64url';
import { storeBinding, pushBinding, wireForm } from '@/data/domains/push/binding';
import { withDeviceDb, withMemberDb } from '@/data/storage/storage';
import { backgroundGuest, backgroundMember, rememberedMember } from './background';

declare const self: ServiceWorkerGlobalScope;

/** The decrypted content of a push. */
interface Payload {
  title: string;
  body?: string;
  /** A path of the app. */
  url?: string;
  tag?: string;
  at?: string;
}

/** Fields that newer browsers have and type libraries lack. */
interface FullOptions extends NotificationOptions {
  renotify?: boolean;
  timestamp?: number;
}

const ICON = '/icons/icon-192.png';
/** For the status bar: Android draws only its opaque part, in one colour. */
const BADGE = '/icons/badge-96.png';
const HOME = '/';
/** The tag of a reply from support. */
const CHAT_TAG = 'chat.reply';
/** The texts for an unreadable push. They state only that something is new, which is true for every push. */
const PLAIN_TH = { title: 'มีการแจ้งเตือนใหม่', body: 'แตะเพื่อเปิดแอป' };
const PLAIN: Record<string, { title: string; body: string }> = {
  lo: { title: 'ມີການແຈ້ງເຕືອນໃໝ່', body: 'ກົດເພື່ອເປີດແອັບ' },
  en: { title: 'You have something new', body: 'Tap to open the app' },
};

/** showPush shows the notification, and makes open pages fetch the changes. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  broadcast({ type: 'news' });
  const payload = readPayload(data);
  const { title, body = '' } = payload ?? PLAIN[String(await storedLocale().catch(() => ''))] ?? PLAIN_TH;
  const at = Date.parse(payload?.at ?? '');
  const options: FullOptions = {
    body,
    icon: ICON,
    badge: BADGE,
    tag: payload?.tag || 'news',
    // Another reply under the same tag must alert again.
    renotify: true,
    data: { url: payload?.url ?? HOME },
    ...(Number.isFinite(at) && { timestamp: at }),
  };
  await self.registration.showNotification(title, options);
  if (payload?.tag === CHAT_TAG) await countUnread().catch(() => {});
}

/**
 * Updates the badge, because no page may be open. The number is the current count plus the reply that just
 * arrived.
 */
async function countUnread(): Promise<void> {
  const member = await rememberedMember();
  const room = member?.memberId ?? (await backgroundGuest())?.guestId;
  if (!room) return;
  const known = member
    ? await withMemberDb(member.memberId, (db) => countBadge(db, room))
    : await withDeviceDb((db) => countBadge(db, room));
  await showBadge(known + 1);
}

/** openPush opens the page that the notification is about, in an open window or else in a new one. */
export async function openPush(notification: Notification): Promise<void> {
  notification.close();
  const path = ownPath((notification.data as { url?: unknown } | null)?.url);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const running = windows.filter(isApp);
  const shown =
    running.find((client) => client.focused) ??
    running.find((client) => client.visibilityState === 'visible') ??
    running[0];
  if (!shown) return void (await self.clients.openWindow(path));
  shown.postMessage({ type: 'open', path });
  await shown.focus().catch(() => {});
}

/**
 * renewPush is called when the browser changed the subscription automatically. It registers the new
 * subscription if the owner is known.
 */
export async function renewPush(old: PushSubscription | null, fresh: PushSubscription | null): Promise<void> {
  const key = old?.options.applicationServerKey ?? null;
  const subscription = fresh ?? (key && (await subscribeWith(key)));
  const caller = (await backgroundMember()) ?? (await backgroundGuest());
  // The subscription has no known owner. The next launch of a page finds that and registers it.
  if (!subscription || !caller) return;
  const body = { subscription: wireForm(subscription), ...guestOf(caller) };
  await call('POST', '/api/push/subscribe', { body, auth: authOf(caller) });
  const bound = await pushBinding();
  await storeBinding({
    endpoint: subscription.endpoint,
    key: encodeBase64url(subscription.options.applicationServerKey),
    owner: await sha256(isGuest(caller) ? caller.guestId : caller.token),
    locale: bound?.locale ?? '',
    boundAt: serverNow(),
  });
}

function subscribeWith(applicationServerKey: ArrayBuffer): Promise<PushSubscription> {
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** Returns the payload of a push. Returns null for anything that our server did not write. */
function readPayload(data: PushMessageData | null): Payload | null {
  try {
    const payload = data?.json() as Partial<Payload> | null | undefined;
    return payload && typeof payload.title === 'string' && payload.title ? (payload as Payload) : null;
  } catch {
    return null;
  }
}

/**
 * Returns a path of this app, whatever a payload contains. A path that starts with `//` would be another
 * host.
 */
function ownPath(url: unknown): string {
  if (typeof url !== 'string') return HOME;
  try {
    const { origin, pathname, search } = new URL(url, self.location.origin);
    return origin === self.location.origin && !pathname.startsWith('//') ? pathname + search : HOME;
  } catch {
    return HOME;
  }
}

/**
 * Returns whether the window shows the members' app. The console's pages and the API docs have the same
 * origin.
 */
function isApp({ url }: WindowClient): boolean {
  return !/^\/(operator|api|media)(\/|$)/.test(new URL(url).pathname);
}
