/** Of the screen, or of a dialog: what the cards' own edges leave is for the figures. */
const EDGES = '104px';
const WIDEST = '440px';

/**
 * The font size at which figures stand on one line of the narrowest place: as set where there is
 * room, smaller where the figures are many, the screen is small or the reader's text large. No
 * figure of money is ever cut. `beside` is what stands in the line with them.
 */
export function fitting(figures: string, beside = '0px'): string {
  const em = [...figures].reduce((sum, char) => sum + (/[\d+\u2212]/.test(char) ? 0.62 : 0.34), 0);
  return `min(1em, calc((min(100vw, ${WIDEST}) - ${EDGES} - ${beside}) / ${em.toFixed(2)}))`;
}
