import { useEffect, useState, type RefObject } from 'react';

const CONTROLS = 'button, a[href], input, textarea, label';
/** The distance in pixels between the points that are checked: no line of text fits between two. */
const STEP_PX = 13;

/**
 * Returns whether the place of something that floats is clear: no control and no text lies under it. It
 * is checked again whenever the page scrolls or changes. `place` is where the thing floats.
 */
export function useClearance(place: RefObject<HTMLElement | null>): boolean {
  const [isClear, setClear] = useState(true);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      if (place.current) setClear(isFree(place.current));
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    const changes = new MutationObserver(lookSoon);
    changes.observe(document.body, { childList: true, subtree: true, characterData: true });
    const sizes = new ResizeObserver(lookSoon);
    sizes.observe(document.body);
    addEventListener('scroll', lookSoon, { passive: true });
    addEventListener('resize', lookSoon);
    lookSoon();
    return () => {
      changes.disconnect();
      sizes.disconnect();
      removeEventListener('scroll', lookSoon);
      removeEventListener('resize', lookSoon);
      cancelAnimationFrame(frame);
    };
  }, [place]);
  return isClear;
}

function isFree(place: HTMLElement): boolean {
  const box = place.getBoundingClientRect();
  if (box.width === 0) return true;
  for (let y = box.top; y <= box.bottom; y += STEP_PX) {
    for (let x = box.left; x <= box.right; x += STEP_PX) {
      const beneath = document
        .elementsFromPoint(x, y)
        .find((each) => !each.closest('[data-floats], [data-bottom-bar]'));
      if (beneath && (beneath.closest(CONTROLS) || hasWordsIn(beneath, box))) return false;
    }
  }
  return true;
}

/** The element's own text. Its children's is found at other points. */
function hasWordsIn(element: Element, box: DOMRect): boolean {
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE) return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].some(
      (rect) =>
        rect.left < box.right && rect.right > box.left && rect.top < box.bottom && rect.bottom > box.top,
    );
  });
}
