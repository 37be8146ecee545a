import { prefersStill } from './media';

/** In milliseconds: how long it is felt, and the rests between. */
const patterns = {
  /** Money has arrived, or has gone where it should. */
  done: [18],
  failed: [30, 70, 30],
  /** The wheel has come to rest. */
  landed: [12],
};

/**
 * Lets the hand feel how it ended, on phones that can. Never before the first tap, which the browser
 * would refuse and complain of, and never where the reader asked for less motion.
 */
export function feel(end: keyof typeof patterns): void {
  const { vibrate, userActivation } = navigator as Partial<Navigator>;
  if (!vibrate || userActivation?.hasBeenActive === false || prefersStill()) return;
  vibrate.call(navigator, patterns[end]);
}
