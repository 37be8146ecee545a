import { useEffect, useRef, type RefObject } from 'react';

/** After this time without a movement, a swipe has ended. */
const REST_MS = 120;

interface Snap {
  row: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** A finger takes over while a choice still scrolls to its slide. */
  onTouchStart: () => void;
}

/**
 * Keeps the scroll position and the chosen slide in step: a choice scrolls its slide to the middle, a swipe
 * chooses.
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
      if (bound === undefined) latest.current(middleOf(box)); // The latest one knows choices made elsewhere.
      // On a slow phone the scrolling may stop halfway: the choice stays.
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

/** The scroll position at which this slide is in the middle. */
function leftOf(box: HTMLElement, index: number): number {
  const slide = slidesOf(box)[index];
  return slide ? slide.offsetLeft - box.offsetLeft - (box.clientWidth - slide.offsetWidth) / 2 : 0;
}

function middleOf(box: HTMLElement): number {
  const away = slidesOf(box).map((_, i) => Math.abs(leftOf(box, i) - box.scrollLeft));
  return Math.max(0, away.indexOf(Math.min(...away)));
}
