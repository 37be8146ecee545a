/** Journeys in a full browser: a phone that can be closed and opened again, and its network. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { test } from './journey';
import { CuttableProxy } from './proxy';

/** The test function for journeys on a phone with its own folder and network. */
export const withPhone = test.extend<{ folder: string; network: CuttableProxy }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'krapao-phone-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  network: async ({}, use) => {
    const network = await CuttableProxy.build();
    await use(network);
    await network.cut();
  },
});

/** Disconnects the network. The phone gets an event that reports the disconnection. */
export async function cutConnection(browser: BrowserContext, network: CuttableProxy): Promise<void> {
  await network.cut();
  await browser.setOffline(true);
}

export async function reconnect(browser: BrowserContext, network: CuttableProxy): Promise<void> {
  await network.open();
  await browser.setOffline(false);
}
