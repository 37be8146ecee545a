import { Play as PlayIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slot } from '@/data/api/types';
import { Button } from '@/ui/button';
import { LaunchNote } from './launch-note';
import { usePlay } from './use-play';

interface PlayNextProps {
  slot: Slot;
  /** The tap that moved the money meant to play as well. */
  atOnce: boolean;
}

/** The money is in the game: the way in. It opens by itself while the browser still counts the tap. */
export function PlayNext({ slot, atOnce }: PlayNextProps) {
  const { t } = useTranslation('games');
  const play = usePlay(slot);
  const begun = useRef(false);
  const begin = useEffectEvent(() => {
    if (!atOnce || begun.current || !navigator.userActivation?.isActive) return;
    begun.current = true;
    play.play();
  });
  useEffect(() => begin(), []);
  return (
    <>
      <LaunchNote name={slot.name} play={play} />
      <Button block icon={PlayIcon} onClick={play.play}>
        {t('account.play', { name: slot.name })}
      </Button>
    </>
  );
}
