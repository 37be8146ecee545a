/** Notifications: each push shows one, whatever it says, because a browser stops what stays silent. */
import { call } from '@/data/api/client';
import { serverNow } from '@/data/api/clock';
import { countOf } from '@/data/app/badge-count';
import { showBadge } from '@/data/device/notifications';
import { tell } from '@/data/device/channel';
import { sha256 } from '@/data/kit/digest';
import { keptLocale } from '@/data/storage/device-facts';
import { authOf, guestOf, isGuest } from '@/data/session/member';
import { textOf } from '@/data/kit/base64url';
import { keepSubscription, pushBinding, wireForm } from '@/data/domains/push/binding';
import { inDevice, inMember } from '@/data/storage/storage';
import { backgroundGuest, backgroundMember, rememberedMember } from './background';

declare const self: ServiceWorkerGlobalScope;

/** As the server encrypts it. */
interface Payload {
  title: string;
  body?: string;
  /** A path of the app. */
  url?: string;
  tag?: string;
  at?: string;
}

/** In newer browsers, and in no library of types. */
interface FullOptions extends NotificationOptions {
  renotify?: boolean;
  timestamp?: number;
}

const ICON = '/icons/icon-192.png';
/** For the status bar: Android draws only what is not transparent of it, in one colour. */
const BADGE = '/icons/badge-96.png';
const HOME = '/';
/** Of an answer of support. */
const CHAT_TAG = 'chat.reply';
/** For a push that cannot be read: that something is new is true all the same. */
const PLAIN_TH = { title: 'มีการแจ้งเตือนใหม่', body: 'แตะเพื่อเปิดแอป' };
const PLAIN: Record<string, { title: string; body: string }> = {
  lo: { title: 'ມີການແຈ້ງເຕືອນໃໝ່', body: 'ກົດເພື່ອເປີດແອັບ' },
  en: { title: 'You have something new', body: 'Tap to open the app' },
};

/** Shows the notification, and lets open pages look for what is new. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  tell({ type: 'news' });
  const payload = read(data);
  const { title, body = '' } = payload ?? PLAIN[String(await keptLocale().catch(() => ''))] ?? PLAIN_TH;
  const at = Date.parse(payload?.at ?? '');
  const options: FullOptions = {
    body,
    icon: ICON,
    badge: BADGE,
    tag: payload?.tag || 'news',
    // Another answer under the same tag is news as well.
    renotify: true,
    data: { url: payload?.url ?? HOME },
    ...(Number.isFinite(at) && { timestamp: at }),
  };
  await self.registration.showNotification(title, options);
  if (payload?.tag === CHAT_TAG) await countUnread().catch(() => {});
}

/** On the icon, for whoever has no page open: what it counts already, and the answer that has come. */
async function countUnread(): Promise<void> {
  const member = await rememberedMember();
  const room = member?.memberId ?? (await backgroundGuest())?.guestId;
  if (!room) return;
  const known = member
    ? await inMember(member.memberId, (db) => countOf(db, room))
    : await inDevice((db) => countOf(db, room));
  await showBadge(known + 1);
}

/** Shows what the notification is about: in the window that runs, else in a new one. */
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

/** The browser changed the subscription by itself: the server is told, if we know as whom. */
export async function renewPush(old: PushSubscription | null, fresh: PushSubscription | null): Promise<void> {
  const key = old?.options.applicationServerKey ?? null;
  const subscription = fresh ?? (key && (await subscribeWith(key)));
  const caller = (await backgroundMember()) ?? (await backgroundGuest());
  // Otherwise the next launch of a page sees that it is bound to nobody.
  if (!subscription || !caller) return;
  const body = { subscription: wireForm(subscription), ...guestOf(caller) };
  await call('POST', '/api/push/subscribe', { body, auth: authOf(caller) });
  const bound = await pushBinding();
  await keepSubscription({
    endpoint: subscription.endpoint,
    key: textOf(subscription.options.applicationServerKey),
    owner: await sha256(isGuest(caller) ? caller.guestId : caller.token),
    locale: bound?.locale ?? '',
    boundAt: serverNow(),
  });
}

function subscribeWith(applicationServerKey: ArrayBuffer): Promise<PushSubscription> {
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** Null for anything but what our server writes. */
function read(data: PushMessageData | null): Payload | null {
  try {
    const payload = data?.json() as Partial<Payload> | null | undefined;
    return payload && typeof payload.title === 'string' && payload.title ? (payload as Payload) : null;
  } catch {
    return null;
  }
}

/** Whatever a payload says, only this app is opened. A path that begins with `//` is read as another host. */
function ownPath(url: unknown): string {
  if (typeof url !== 'string') return HOME;
  try {
    const { origin, pathname, search } = new URL(url, self.location.origin);
    return origin === self.location.origin && !pathname.startsWith('//') ? pathname + search : HOME;
  } catch {
    return HOME;
  }
}

/** Operators' pages and the API's reader are of this origin too, but not the member's app. */
function isApp({ url }: WindowClient): boolean {
  return !/^\/(operator|api|media)(\/|$)/.test(new URL(url).pathname);
}
