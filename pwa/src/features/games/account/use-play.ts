import { useState, type MouseEvent } from 'react';
import { leaveForGame } from '@/data/domains/care/reality-clock';
import type { Slot } from '@/data/api/types';
import { entranceTo, type Entrance } from '@/data/domains/games/launch';

export type Launch = { at: 'idle' } | { at: 'opened' } | { at: 'failed'; error: unknown };

export interface Play {
  launch: Launch;
  /** To be called by the tap itself: a window that opens later is held back as a pop-up. */
  play: () => void;
  /** The same for a link, which nothing holds back. */
  byLink: (event: MouseEvent<HTMLAnchorElement>) => void;
  forget: () => void;
}

/** Opens the game in a window of its own. */
export function usePlay(slot: Slot): Play {
  const [launch, setLaunch] = useState<Launch>({ at: 'idle' });
  const follow = ({ handOver }: Entrance) => {
    setLaunch({ at: 'opened' });
    leaveForGame();
    handOver().catch((error: unknown) => setLaunch({ at: 'failed', error }));
  };
  const play = () => {
    const entrance = entranceTo(slot);
    // With noopener nobody can tell whether it opened: a link stays here for when it did not.
    window.open(entrance.href, '_blank', 'noopener');
    follow(entrance);
  };
  const byLink = (event: MouseEvent<HTMLAnchorElement>) => {
    const entrance = entranceTo(slot);
    event.currentTarget.href = entrance.href;
    follow(entrance);
  };
  return { launch, play, byLink, forget: () => setLaunch({ at: 'idle' }) };
}
