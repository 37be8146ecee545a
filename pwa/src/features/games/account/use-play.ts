import { useState, type MouseEvent } from 'react';
import { noteGameOpened } from '@/data/domains/care/reality-clock';
import type { Slot } from '@/data/api/types';
import { createGameLink, type GameLink } from '@/data/domains/games/launch';

export type Launch = { at: 'idle' } | { at: 'opened' } | { at: 'failed'; error: unknown };

export interface Play {
  launch: Launch;
  /** Opens the game. Call it in the tap's own handler: the browser blocks a later window as a pop-up. */
  play: () => void;
  /** Opens the game by a link, which browsers do not block. */
  byLink: (event: MouseEvent<HTMLAnchorElement>) => void;
  forget: () => void;
}

/** Opens the game in a new window. */
export function usePlay(slot: Slot): Play {
  const [launch, setLaunch] = useState<Launch>({ at: 'idle' });
  const follow = ({ handOver }: GameLink) => {
    setLaunch({ at: 'opened' });
    noteGameOpened();
    handOver().catch((error: unknown) => setLaunch({ at: 'failed', error }));
  };
  const play = () => {
    const entrance = createGameLink(slot);
    // Because of `noopener` the app cannot know whether the window opened. So the page also shows a link.
    window.open(entrance.href, '_blank', 'noopener');
    follow(entrance);
  };
  const byLink = (event: MouseEvent<HTMLAnchorElement>) => {
    const entrance = createGameLink(slot);
    event.currentTarget.href = entrance.href;
    follow(entrance);
  };
  return { launch, play, byLink, forget: () => setLaunch({ at: 'idle' }) };
}
