/** What the cards' edges take from the width of the screen or of a dialog. */
const EDGES = '104px';
const WIDEST = '440px';

/**
 * Returns the font size at which figures fit on one line, so that no amount is ever cut. It is smaller
 * than set where the figures are many, the screen is small or the reader's text is large. `beside`
 * is what else is in the line.
 */
export function fitting(figures: string, beside = '0px'): string {
  const em = [...figures].reduce((sum, char) => sum + (/[\d+\u2212]/.test(char) ? 0.62 : 0.34), 0);
  return `min(1em, calc((min(100vw, ${WIDEST}) - ${EDGES} - ${beside}) / ${em.toFixed(2)}))`;
}
