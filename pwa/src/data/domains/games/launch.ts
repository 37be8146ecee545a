/**
 * The way into a game. The tap opens the page `/play/{slotCode}#L`, which knows nothing but L, a number that
 * nobody can guess; the app tells the server which game L is for, and the page asks for its link or
 * form by L. So the app never holds what a game is entered with.
 */
import { call } from '../../api/client';
import type { Slot } from '../../api/types';
import { newId, randomHex } from '../../kit/digest';
import { getLocale, type Locale } from '../../device/locale';
import { onSign } from '../../kit/wake';
import { refreshSlots } from './slots';

export interface Entrance {
  /** What a new window is to open. */
  href: string;
  /** Settles once the server knows of it. Throws ApiError. */
  handOver: () => Promise<void>;
}

/** A new entrance to the game; each is good once, and for a minute. */
export function entranceTo({ code, way, web }: Pick<Slot, 'code' | 'way' | 'web'>): Entrance {
  const own = way === 'web' ? secureLink(web) : undefined;
  if (own) return { href: own, handOver: async () => refreshOnReturn() };
  const launch = randomHex();
  const lang = getLocale();
  const spoken = lang === 'th' ? '' : `?lang=${lang}`;
  return {
    href: `/play/${encodeURIComponent(code)}${spoken}#${launch}`,
    handOver: async () => {
      refreshOnReturn();
      await tell(code, launch, lang);
    },
  };
}

/** The link, where it is one that nobody can read on the way. */
export function secureLink(link: string | null): string | undefined {
  return link && URL.canParse(link) && new URL(link).protocol === 'https:' ? link : undefined;
}

async function tell(slotCode: string, launch: string, lang: Locale): Promise<void> {
  // The page that opens has the phone to itself: this call has to outlive being put aside.
  await call('POST', '/api/wallet/launch/{slotCode}', {
    path: { slotCode },
    body: { launch, lang },
    key: newId(),
    slow: true,
    keepalive: true,
  });
}

let stopWaiting = () => {};

/** Whoever comes back from a game has another balance there. */
function refreshOnReturn(): void {
  stopWaiting();
  stopWaiting = onSign(['visible'], () => {
    stopWaiting();
    void refreshSlots();
  });
}
