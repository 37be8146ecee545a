/** Finds or installs a Chromium, so that the journeys run on any machine. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const PROGRAM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/**
 * The time limit in ms of an installation. Debian's Chromium may install its libraries too, which takes long.
 */
const INSTALL_MS = 10 * 60_000;

/**
 * Returns the path of Chromium: from the environment, found, or installed. Throws with instructions if all
 * three fail.
 */
export function findChromium(): string {
  const found =
    readConfiguredPath() ??
    findOnPath() ??
    findPlaywrights() ??
    installFromDebian() ??
    installFromPlaywright();
  if (found) return found;
  throw new Error('No Chromium found, and none could be installed: set CHROMIUM_PATH to one.');
}

/**
 * Chromium features that no journey needs. Each window of a full Chromium renders the suggestion list of its
 * address bar, which costs three times as much as a journey's page. Chromium uses only the last such list it
 * is given. So the list repeats Playwright's own entries, as far as they concern pages.
 */
const DISABLED_FEATURES = [
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

/**
 * Returns Chromium's arguments. Root has no user namespace, so the sandbox is off. No test may send requests
 * to the browser's maker.
 */
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
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
  ];
}

/** Returns the path of a Debian program. Installs its package if necessary. */
export function requireProgram(program: string, bundle: string): string {
  const path = findOnPath([program]) ?? installFromDebian(bundle, [program]);
  if (path) return path;
  throw new Error(`No ${program} found, and none could be installed: it is Debian's package ${bundle}.`);
}

function readConfiguredPath(): string | undefined {
  const path = process.env.CHROMIUM_PATH;
  if (path && !isProgram(path)) throw new Error(`CHROMIUM_PATH is no program: ${path}`);
  return path || undefined;
}

function findOnPath(names = PROGRAM_NAMES): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function findPlaywrights(): string | undefined {
  const path = chromium.executablePath();
  return isProgram(path) ? path : undefined;
}

function installFromDebian(bundle = 'chromium', names = PROGRAM_NAMES): string | undefined {
  if (process.getuid?.() !== 0 || !run('apt-get', ['update', '-qq'])) return undefined;
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', bundle])
    ? findOnPath(names)
    : undefined;
}

function installFromPlaywright(): string | undefined {
  return run('npx', ['playwright', 'install', 'chromium']) ? findPlaywrights() : undefined;
}

function run(program: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Its output is progress and not a result, so it goes to stderr.
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
