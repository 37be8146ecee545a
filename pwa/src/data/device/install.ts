/** Installing the app: the browser's own offer where there is one, the steps to take on iOS. */
import { serverNow, serverTimeSure } from '../api/clock';
import { Store } from '../kit/store';
import { useStore } from '../kit/use-store';
import { inDevice } from '../storage/storage';

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

const REST_MS = 30 * 24 * 60 * 60_000;
const REST_KEY = 'install-rested-at';

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
export async function startInstall(later?: Promise<void>): Promise<void> {
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
  await serverTimeSure();
  const row = await inDevice((db) => db.facts.get(REST_KEY)).catch(() => undefined);
  // One that seems to come was written while the phone's clock was wrong and the server's time not known.
  resting = Math.abs(serverNow() - Number(row?.value ?? 0)) < REST_MS;
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
  void inDevice((db) => db.facts.put({ key: REST_KEY, value: serverNow() })).catch(() => {});
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
