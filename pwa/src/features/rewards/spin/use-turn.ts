import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { SpinResult, SpinWheel } from '@/data/api/types';
import { delaySync } from '@/data/engine/sync/sync';
import { vibrateFor } from '@/ui/haptics';
import { prefersReducedMotion } from '@/ui/media';
import { computeSlicePlace, computeEndAngle } from './geometry';

const SHORTEST_MS = 4_000;
const LONGEST_MS = 5_000;
const MIN_TURNS = 3;
/** With reduced motion the disc jumps to its final angle, and only the other slices fade. */
const FADE_MS = 600;
const SHOWN_MS = 2_000;

type Phase = 'still' | 'turning' | 'landed';

interface WheelTurn {
  phase: Phase;
  /** The angle at which the wheel rests, or will rest. */
  turned: number;
  won?: SpinResult;
  disc: RefObject<HTMLDivElement | null>;
  /** Turns the wheel to a known slice. Ignored while the wheel turns. */
  turn: (won: SpinResult) => void;
}

/** Turns the wheel to a known slice, shows it for two seconds, and then calls `onOver`. */
export function useTurn(
  slices: SpinWheel['slices'] | undefined,
  onOver: (won: SpinResult) => void,
): WheelTurn {
  const disc = useRef<HTMLDivElement>(null);
  const [{ phase, turned, won }, setState] = useState<Omit<WheelTurn, 'disc' | 'turn'>>({
    phase: 'still',
    turned: 0,
  });
  const moving = useRef<{ animation?: Animation; timer?: ReturnType<typeof setTimeout> }>({});
  const endHandler = useRef(onOver);
  useEffect(() => {
    endHandler.current = onOver;
  });
  useEffect(() => {
    const current = moving.current;
    return () => {
      current.animation?.cancel();
      clearTimeout(current.timer);
    };
  }, []);
  const turn = useCallback(
    (to: SpinResult) => {
      const index = slices?.findIndex(({ code }) => code === to.code) ?? -1;
      if (!slices || index < 0) return endHandler.current(to); // The wheel has been replaced in the meantime.
      const end = computeEndAngle(turned, computeSlicePlace(index, slices.length).angle, 0);
      const rest = end % 360;
      const showResult = () => {
        setState({ phase: 'landed', turned: rest, won: to });
        vibrateFor('landed');
        moving.current.timer = setTimeout(() => {
          setState({ phase: 'still', turned: rest });
          endHandler.current(to);
        }, SHOWN_MS);
      };
      // Below the animation, the disc's own style already has the final angle. So nothing jumps when the
      // animation ends.
      setState({ phase: 'turning', turned: rest, won: to });
      moving.current.animation = animateTurns(disc.current, turned, end);
      if (!moving.current.animation) moving.current.timer = setTimeout(showResult, FADE_MS);
      else moving.current.animation.onfinish = showResult;
    },
    [slices, turned],
  );
  return { phase, turned, won, disc, turn };
}

/**
 * Animates only the transform: three or four whole turns, then on to the final angle. Returns undefined if
 * nothing should move.
 */
function animateTurns(disc: HTMLElement | null, from: number, end: number): Animation | undefined {
  if (!disc || typeof disc.animate !== 'function' || prefersReducedMotion()) return undefined;
  const chance = Math.random();
  const turns = MIN_TURNS + Math.round(chance);
  const duration = SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS);
  delaySync(duration);
  return disc.animate(
    [{ transform: `rotate(${from}deg)` }, { transform: `rotate(${end + turns * 360}deg)` }],
    { duration, easing: 'cubic-bezier(0.14, 0.72, 0.1, 1)' },
  );
}
