/**
 * Opens a game. The tap opens the page `/play/{slotCode}#L`, where L is a random number. The app sends L and
 * the game to the server. The page fetches its link or form by L. So the app never has the credentials for a
 * game.
 */
import { call } from '../../api/client';
import type { Slot } from '../../api/types';
import { newId, randomHex } from '../../kit/digest';
import { getLocale, type Locale } from '../../device/locale';
import { onWakeEvent } from '../../kit/wake-events';
import { refreshSlots } from './slots';

export interface GameLink {
  /** The address that a new window opens. */
  href: string;
  /** Settles once the server has stored L. Throws ApiError. */
  handOver: () => Promise<void>;
}

/**
 * createGameLink returns a new link to the game: to the game's own site, or an address that works once,
 * within a minute.
 */
export function createGameLink({ code, way, web }: Pick<Slot, 'code' | 'way' | 'web'>): GameLink {
  const providerLink = way === 'web' ? secureLink(web) : undefined;
  if (providerLink) return { href: providerLink, handOver: async () => refreshOnReturn() };
  const launch = randomHex();
  const lang = getLocale();
  const langQuery = lang === 'th' ? '' : `?lang=${lang}`;
  return {
    href: `/play/${encodeURIComponent(code)}${langQuery}#${launch}`,
    handOver: async () => {
      refreshOnReturn();
      await registerLaunch(code, launch, lang);
    },
  };
}

/** secureLink returns the link if it is encrypted (https). */
export function secureLink(link: string | null): string | undefined {
  return link && URL.canParse(link) && new URL(link).protocol === 'https:' ? link : undefined;
}

async function registerLaunch(slotCode: string, launch: string, lang: Locale): Promise<void> {
  // The opened page is in the foreground now. This call must continue even if the app is frozen.
  await call('POST', '/api/wallet/launch/{slotCode}', {
    path: { slotCode },
    body: { launch, lang },
    key: newId(),
    slow: true,
    keepalive: true,
  });
}

let stopWaiting = () => {};

/** Refreshes the balance when the member returns from a game. */
function refreshOnReturn(): void {
  stopWaiting();
  stopWaiting = onWakeEvent(['visible'], () => {
    stopWaiting();
    void refreshSlots();
  });
}
