const JOINER = '\u2060';

/**
 * Words that the browser's dictionary takes for two, and would break in the middle. A word joiner
 * between the two keeps them on one line; it is neither seen nor read out.
 */
const whole = [
  ['อัป', 'โหลด'],
  ['เจ้า', 'หน้าที่'],
] as const;

/** Runs over every text on its way to the screen. */
export function hold(text: string): string {
  return whole.reduce((held, [first, second]) => held.replaceAll(first + second, first + JOINER + second), text);
}
