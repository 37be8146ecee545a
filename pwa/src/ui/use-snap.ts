import { useEffect, useRef, type RefObject } from 'react';

/** A swipe has ended after this many ms without movement. */
const REST_MS = 120;

interface Snap {
  row: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /**
   * Call when a finger touches the row while it still scrolls to a chosen slide. The scrolling then follows
   * the finger.
   */
  onTouchStart: () => void;
}

/**
 * Synchronises the scroll position with the chosen slide. A choice scrolls its slide to the middle; a swipe
 * chooses the slide in the middle.
 */
export function useSnap(at: number, choose: (index: number) => void): Snap {
  const row = useRef<HTMLDivElement>(null);
  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isFirst = useRef(true);
  const targetIndex = useRef<number>(undefined);
  const latestChoose = useRef(choose);
  useEffect(() => {
    latestChoose.current = choose;
  });
  useEffect(() => {
    const box = row.current;
    clearTimeout(restTimer.current); // The position before the choice is out of date.
    if (!box || indexInMiddle(box) === at) return;
    targetIndex.current = at;
    box.scrollTo({ left: scrollPositionOf(box, at), behavior: isFirst.current ? 'instant' : 'smooth' });
  }, [at]);
  useEffect(() => {
    isFirst.current = false;
    return () => clearTimeout(restTimer.current);
  }, []);
  const onScroll = () => {
    clearTimeout(restTimer.current);
    restTimer.current = setTimeout(() => {
      const box = row.current;
      if (!box?.clientWidth) return; // A hidden row has no position.
      const target = targetIndex.current;
      targetIndex.current = undefined;
      if (target === undefined) latestChoose.current(indexInMiddle(box)); // The latest callback knows choices made elsewhere.
      // On a slow phone the scrolling may stop halfway. Then the row jumps to the chosen slide.
      else if (indexInMiddle(box) !== target)
        box.scrollTo({ left: scrollPositionOf(box, target), behavior: 'instant' });
    }, REST_MS);
  };
  const onTouchStart = () => {
    targetIndex.current = undefined;
  };
  return { row, onScroll, onTouchStart };
}

function slidesOf(box: HTMLElement): HTMLElement[] {
  return [...box.children] as HTMLElement[];
}

/** Returns the scroll position at which this slide is in the middle. */
function scrollPositionOf(box: HTMLElement, index: number): number {
  const slide = slidesOf(box)[index];
  return slide ? slide.offsetLeft - box.offsetLeft - (box.clientWidth - slide.offsetWidth) / 2 : 0;
}

function indexInMiddle(box: HTMLElement): number {
  const distances = slidesOf(box).map((_, i) => Math.abs(scrollPositionOf(box, i) - box.scrollLeft));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
