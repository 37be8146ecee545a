/** Installing the app: the browser's own offer where there is one, the steps to take on iOS. */
import { Store } from '../kit/store';
import { useStore } from '../kit/use-store';

/** Chrome's, and in no library of types. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export interface Install {
  /** `prompt`: call `prompt()`. `ios`: show the three steps. `none`: installed, or not possible. */
  way: 'prompt' | 'ios' | 'none';
  /** True for 30 days after "later". */
  resting: boolean;
  /** The browser's own question. True if the member said yes. */
  prompt: () => Promise<boolean>;
  /** "Later". */
  rest: () => void;
}

/** Where the time of the last "later" is stored, and the clock that dates it. Both are of packages above this one. */
export interface RestStore {
  now: () => number;
  /** Resolves once `now` can be relied on. */
  timeSure: () => Promise<void>;
  read: () => Promise<number>;
  /** Never rejects. */
  write: (at: number) => Promise<void>;
}

const REST_MS = 30 * 24 * 60 * 60_000;

let rests: RestStore | undefined;
let offer: InstallPromptEvent | null = null;
let installed = false;
/** Until the device and the server's time are known, rather rest than nag. */
let resting = true;
const install = new Store<Install>(look());

export const installNow = install.get;

export function useInstall(): Install {
  return useStore(install);
}

/** Has to run before the browser makes its offer, which it does once. What was chosen before is looked up later. */
export async function startInstall(store: RestStore, later?: Promise<void>): Promise<void> {
  rests = store;
  installed = isStandalone();
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallPromptEvent;
    announce();
  });
  addEventListener('appinstalled', () => {
    installed = true;
    offer = null;
    announce();
  });
  await later;
  announce();
  if (isIos()) await import('./splash').then(({ offerSplash }) => offerSplash()).catch(() => {});
  await store.timeSure();
  const restedAt = await store.read().catch(() => 0);
  // One that seems to come was written while the phone's clock was wrong and the server's time not known.
  resting = Math.abs(store.now() - restedAt) < REST_MS;
  announce();
}

async function prompt(): Promise<boolean> {
  if (!offer) return false;
  const made = offer;
  offer = null;
  await made.prompt();
  const { outcome } = await made.userChoice;
  if (outcome === 'dismissed') rest();
  announce();
  return outcome === 'accepted';
}

function rest(): void {
  resting = true;
  void rests?.write(rests.now());
  announce();
}

function look(): Install {
  return { way: wayNow(), resting, prompt, rest };
}

function wayNow(): Install['way'] {
  if (installed) return 'none';
  if (offer) return 'prompt';
  return isIos() ? 'ios' : 'none';
}

/** Running as an installed app. */
export function isStandalone(): boolean {
  const onIos = (navigator as { standalone?: boolean }).standalone === true;
  return onIos || matchMedia('(display-mode: standalone)').matches;
}

/** An iPad says that it is a Mac, but no Mac has a touch screen. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function announce(): void {
  install.set(look());
}
