/** Installing the app: with the browser's own prompt if it has one, with manual steps on iOS. */
import { Store } from '../kit/store';
import { useStore } from '../kit/use-store';

/** Chrome's event, which no type library has. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export interface Install {
  /** `prompt`: call `prompt()`. `ios`: show the three steps. `none`: installed, or not possible. */
  way: 'prompt' | 'ios' | 'none';
  /** True for 30 days after "later". */
  resting: boolean;
  /** The browser's own prompt. Resolves to true if the member accepted. */
  prompt: () => Promise<boolean>;
  /** "Later". */
  rest: () => void;
}

/**
 * Where the time of the last "later" is stored, and the clock for it. Layers above this package provide both.
 */
export interface RestStore {
  now: () => number;
  /** Resolves once `now` is reliable. */
  timeSure: () => Promise<void>;
  read: () => Promise<number>;
  /** Never rejects. */
  write: (at: number) => Promise<void>;
}

const REST_MS = 30 * 24 * 60 * 60_000;

let rests: RestStore | undefined;
let offer: InstallPromptEvent | null = null;
let installed = false;
/** True until the stored time and the server's time are known, so that the member is not asked too often. */
let resting = true;
const install = new Store<Install>(look());

export const installNow = install.get;

export function useInstall(): Install {
  return useStore(install);
}

/**
 * startInstall must run before the browser's prompt event, which occurs only once. An earlier choice of the
 * member is read later.
 */
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
  // A time in the future was written while the phone's clock was wrong and the server's time unknown.
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

/** isStandalone reports whether the page runs as an installed app. */
export function isStandalone(): boolean {
  const onIos = (navigator as { standalone?: boolean }).standalone === true;
  return onIos || matchMedia('(display-mode: standalone)').matches;
}

/** isIos also detects an iPad, which calls itself a Mac: no Mac has a touch screen. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function announce(): void {
  install.set(look());
}
