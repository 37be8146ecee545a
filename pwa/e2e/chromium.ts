/** Finds a Chromium, so that the journeys run on a machine that has none yet. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Debian's own Chromium may install its libraries as well: give it time. */
const INSTALL_MS = 10 * 60_000;

/** The program's path: named, found, or installed. Throws with what to do where nothing works. */
export function findChromium(): string {
  const found = named() ?? onPath() ?? playwrights() ?? fromDebian() ?? fromPlaywright();
  if (found) return found;
  throw new Error('No Chromium found, and none could be installed: set CHROMIUM_PATH to one.');
}

/**
 * What no journey sees. Each window of a whole Chromium draws the pages of its address bar's list, which costs three
 * times what a journey's own page does. The last such list given wins, so Playwright's own stands here again, as far
 * as it concerns a page.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Root has no user namespace to hide in, and nothing may call home in a test. */
export function chromiumArgs(): string[] {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-dev-shm-usage',
    `--disable-features=${WITHOUT.join(',')}`,
  ];
}

/** The path of a program of Debian's, from its package where it is not there yet. */
export function needs(program: string, bundle: string): string {
  const path = onPath([program]) ?? fromDebian(bundle, [program]);
  if (path) return path;
  throw new Error(`No ${program} found, and none could be installed: it is Debian's package ${bundle}.`);
}

function named(): string | undefined {
  const path = process.env.CHROMIUM_PATH;
  if (path && !isProgram(path)) throw new Error(`CHROMIUM_PATH is no program: ${path}`);
  return path || undefined;
}

function onPath(names = NAMES): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function playwrights(): string | undefined {
  const path = chromium.executablePath();
  return isProgram(path) ? path : undefined;
}

function fromDebian(bundle = 'chromium', names = NAMES): string | undefined {
  if (process.getuid?.() !== 0 || !run('apt-get', ['update', '-qq'])) return undefined;
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', bundle])
    ? onPath(names)
    : undefined;
}

function fromPlaywright(): string | undefined {
  return run('npx', ['playwright', 'install', 'chromium']) ? playwrights() : undefined;
}

function run(program: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Its own output is progress, not a result: it goes where the reporter's does not.
  const { status } = spawnSync(program, args, { stdio: ['ignore', 2, 2], timeout: INSTALL_MS, env });
  return status === 0;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
