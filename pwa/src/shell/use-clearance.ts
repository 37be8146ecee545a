import { useEffect, useState, type RefObject } from 'react';

const CONTROLS = 'button, a[href], input, textarea, label';
/** The distance in pixels between the points checked: no line of text fits between two. */
const STEP_PX = 13;

/** The delay in ms of a check after a scroll or change, and the minimum time between two checks. */
const PAUSE_MS = 200;
/** After this time the check yields, so that the page can paint. */
const SLICE_MS = 4;

/**
 * Returns whether the place of a floating item is clear, which means that it covers no control and no text.
 * It is checked again when the page scrolls or changes. It is not checked while a finger is down: an item
 * that shrinks under a finger would lose the tap. `place` is an element that fills the item's place.
 */
export function useClearance(place: RefObject<HTMLElement | null>): boolean {
  const [isClear, setClear] = useState(true);
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let checks = 0;
    let isPointerDown = false;
    const checkPlace = async () => {
      timer = undefined;
      const check = ++checks;
      const isClear = !place.current || (await isFree(place.current, controller.signal));
      if (check === checks && !isPointerDown && !controller.signal.aborted) setClear(isClear);
    };
    const pauseChecks = () => {
      isPointerDown = true;
    };
    const release = () => {
      isPointerDown = false;
      checkSoon();
    };
    const checkSoon = () => {
      timer ??= setTimeout(() => void checkPlace(), PAUSE_MS);
    };
    const changes = new MutationObserver(checkSoon);
    changes.observe(document.body, { childList: true, subtree: true, characterData: true });
    const sizes = new ResizeObserver(checkSoon);
    sizes.observe(document.body);
    addEventListener('scroll', checkSoon, { passive: true, signal: controller.signal });
    addEventListener('resize', checkSoon, { signal: controller.signal });
    addEventListener('pointerdown', pauseChecks, { capture: true, signal: controller.signal });
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, release, { capture: true, signal: controller.signal });
    checkSoon();
    return () => {
      controller.abort();
      changes.disconnect();
      sizes.disconnect();
      clearTimeout(timer);
    };
  }, [place]);
  return isClear;
}

/** Checks the points of `place` in small groups. If the page changes during that, another check follows. */
async function isFree(place: HTMLElement, signal: AbortSignal): Promise<boolean> {
  const box = place.getBoundingClientRect();
  if (box.width === 0) return true;
  let since = performance.now();
  for (const [x, y] of pointsIn(box)) {
    if (performance.now() - since > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) return true;
      since = performance.now();
    }
    const beneath = document
      .elementsFromPoint(x, y)
      .find((each) => !each.closest('[data-floats], [data-bottom-bar]'));
    if (beneath && (beneath.closest(CONTROLS) || hasTextIn(beneath, box))) return false;
  }
  return true;
}

function* pointsIn({ left, right, top, bottom }: DOMRect): Generator<[x: number, y: number]> {
  for (let y = top; y <= bottom; y += STEP_PX) for (let x = left; x <= right; x += STEP_PX) yield [x, y];
}

/**
 * Returns whether the element's own text is in the box. The texts of its children are found at other points.
 */
function hasTextIn(element: Element, box: DOMRect): boolean {
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
