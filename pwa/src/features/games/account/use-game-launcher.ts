import { useState, type MouseEvent } from 'react';
import { noteGameOpened } from '@/data/domains/care/reality-clock';
import type { Slot } from '@/data/api/types';
import { createGameLink, type GameLink } from '@/data/domains/games/launch';

export type Launch = { at: 'idle' } | { at: 'opened' } | { at: 'failed'; error: unknown };

export interface GameLauncher {
  launch: Launch;
  /** Opens the game. Call it in the tap's own handler: the browser blocks a later window as a pop-up. */
  play: () => void;
  /** Opens the game by a link, which browsers do not block. */
  openByLink: (event: MouseEvent<HTMLAnchorElement>) => void;
  /** Hides the note about the last launch. */
  dismiss: () => void;
}

/** Returns the functions that open the game in a new window, and the status of the last launch. */
export function useGameLauncher(slot: Slot): GameLauncher {
  const [launch, setLaunch] = useState<Launch>({ at: 'idle' });
  const noteLaunch = ({ handOver }: GameLink) => {
    setLaunch({ at: 'opened' });
    noteGameOpened();
    handOver().catch((error: unknown) => setLaunch({ at: 'failed', error }));
  };
  const play = () => {
    const gameLink = createGameLink(slot);
    // Because of `noopener` the app cannot know whether the window opened. So the page also shows a link.
    window.open(gameLink.href, '_blank', 'noopener');
    noteLaunch(gameLink);
  };
  const openByLink = (event: MouseEvent<HTMLAnchorElement>) => {
    const gameLink = createGameLink(slot);
    event.currentTarget.href = gameLink.href;
    noteLaunch(gameLink);
  };
  return { launch, play, openByLink, dismiss: () => setLaunch({ at: 'idle' }) };
}
