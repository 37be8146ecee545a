/** The width that the margins of cards take from the screen or a dialog. */
const EDGES = '104px';
const WIDEST = '440px';

/**
 * Returns the font size at which the digits fit on one line, so that no amount is ever cut. It is smaller if
 * there are many digits, the screen is small or the user's text is large. `otherWidth` is the width of the
 * other content of the line.
 */
export function computeFontSize(digits: string, otherWidth = '0px'): string {
  const em = [...digits].reduce((sum, char) => sum + (/[\d+\u2212]/.test(char) ? 0.62 : 0.34), 0);
  return `min(1em, calc((min(100vw, ${WIDEST}) - ${EDGES} - ${otherWidth}) / ${em.toFixed(2)}))`;
}
