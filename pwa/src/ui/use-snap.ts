import { useEffect, useRef, type RefObject } from 'react';

/** A swipe has ended after this many ms without movement. */
const REST_MS = 120;

interface Snap {
  row: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /**
   * Call when a finger touches the row while it still scrolls to a chosen slide. The finger then takes over.
   */
  onTouchStart: () => void;
}

/**
 * Synchronises the scroll position with the chosen slide. A choice scrolls its slide to the middle; a swipe
 * chooses the slide in the middle.
 */
export function useSnap(at: number, choose: (index: number) => void): Snap {
  const row = useRef<HTMLDivElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isFirst = useRef(true);
  const heading = useRef<number>(undefined);
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  useEffect(() => {
    const box = row.current;
    clearTimeout(rest.current); // The position before the choice is out of date.
    if (!box || middleOf(box) === at) return;
    heading.current = at;
    box.scrollTo({ left: leftOf(box, at), behavior: isFirst.current ? 'instant' : 'smooth' });
  }, [at]);
  useEffect(() => {
    isFirst.current = false;
    return () => clearTimeout(rest.current);
  }, []);
  const onScroll = () => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      const box = row.current;
      if (!box?.clientWidth) return; // A hidden row has no position.
      const bound = heading.current;
      heading.current = undefined;
      if (bound === undefined) latest.current(middleOf(box)); // The newest one has choices made elsewhere.
      // On a slow phone the scrolling may stop halfway. Then the row jumps to the chosen slide.
      else if (middleOf(box) !== bound) box.scrollTo({ left: leftOf(box, bound), behavior: 'instant' });
    }, REST_MS);
  };
  const onTouchStart = () => {
    heading.current = undefined;
  };
  return { row, onScroll, onTouchStart };
}

function slidesOf(box: HTMLElement): HTMLElement[] {
  return [...box.children] as HTMLElement[];
}

/** Returns the scroll position at which this slide is in the middle. */
function leftOf(box: HTMLElement, index: number): number {
  const slide = slidesOf(box)[index];
  return slide ? slide.offsetLeft - box.offsetLeft - (box.clientWidth - slide.offsetWidth) / 2 : 0;
}

function middleOf(box: HTMLElement): number {
  const distances = slidesOf(box).map((_, i) => Math.abs(leftOf(box, i) - box.scrollLeft));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
