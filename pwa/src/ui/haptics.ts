import { prefersReducedMotion } from './media';

/** Vibrations and the pauses between them, in milliseconds. */
const patterns = {
  /** Money has arrived, or was sent. */
  done: [18],
  failed: [30, 70, 30],
  /** The wheel has stopped. */
  landed: [12],
};

/**
 * Vibrates for an outcome, on phones that can vibrate. It never does before the first tap, when the browser
 * would refuse and log a warning, nor with reduced motion.
 */
export function vibrateFor(outcome: keyof typeof patterns): void {
  const { vibrate, userActivation } = navigator as Partial<Navigator>;
  if (!vibrate || userActivation?.hasBeenActive === false || prefersReducedMotion()) return;
  vibrate.call(navigator, patterns[outcome]);
}
