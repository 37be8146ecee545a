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
  method: 'prompt' | 'ios' | 'none';
  /** True for 30 days after "later". */
  snoozed: boolean;
  /** The browser's own prompt. Resolves to true if the member accepted. */
  prompt: () => Promise<boolean>;
  /** "Later". */
  postpone: () => void;
}

/**
 * Where the time of the last "later" is stored, and the clock for it. Layers above this package provide both.
 */
export interface SnoozeStore {
  now: () => number;
  /** Resolves once `now` is reliable. */
  waitForTime: () => Promise<void>;
  read: () => Promise<number>;
  /** Never rejects. */
  write: (at: number) => Promise<void>;
}

const SNOOZE_MS = 30 * 24 * 60 * 60_000;

let snoozeStore: SnoozeStore | undefined;
let promptEvent: InstallPromptEvent | null = null;
let installed = false;
/** True until the stored time and the server's time are known, so that the member is not asked too often. */
let isSnoozed = true;
const install = new Store<Install>(currentInstall());

export const installNow = install.get;

export function useInstall(): Install {
  return useStore(install);
}

/**
 * startInstall must run before the browser's prompt event, which occurs only once. An earlier choice of the
 * member is read later.
 */
export async function startInstall(store: SnoozeStore, later?: Promise<void>): Promise<void> {
  snoozeStore = store;
  installed = isStandalone();
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    promptEvent = event as InstallPromptEvent;
    publishInstall();
  });
  addEventListener('appinstalled', () => {
    installed = true;
    promptEvent = null;
    publishInstall();
  });
  await later;
  publishInstall();
  if (isIos()) await import('./splash').then(({ addSplashPictures }) => addSplashPictures()).catch(() => {});
  await store.waitForTime();
  const snoozedAt = await store.read().catch(() => 0);
  // A time in the future was written while the phone's clock was wrong and the server's time unknown.
  isSnoozed = Math.abs(store.now() - snoozedAt) < SNOOZE_MS;
  publishInstall();
}

async function prompt(): Promise<boolean> {
  if (!promptEvent) return false;
  const usedEvent = promptEvent;
  promptEvent = null;
  await usedEvent.prompt();
  const { outcome } = await usedEvent.userChoice;
  if (outcome === 'dismissed') postponeInstall();
  publishInstall();
  return outcome === 'accepted';
}

function postponeInstall(): void {
  isSnoozed = true;
  void snoozeStore?.write(snoozeStore.now());
  publishInstall();
}

function currentInstall(): Install {
  return { method: currentMethod(), snoozed: isSnoozed, prompt, postpone: postponeInstall };
}

function currentMethod(): Install['method'] {
  if (installed) return 'none';
  if (promptEvent) return 'prompt';
  return isIos() ? 'ios' : 'none';
}

/** isStandalone reports whether the page runs as an installed app. */
export function isStandalone(): boolean {
  const onIos = (navigator as { standalone?: boolean }).standalone === true;
  return onIos || matchMedia('(display-mode: standalone)').matches;
}

/** isIos also detects an iPad, whose user agent names a Mac: no Mac has a touch screen. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function publishInstall(): void {
  install.set(currentInstall());
}
