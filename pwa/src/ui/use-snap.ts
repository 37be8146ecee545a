import { useEffect, useRef, type RefObject } from 'react';

/** So long without a movement, and a swipe has come to rest. */
const REST_MS = 120;

interface Snap {
  row: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** A finger takes the row over from a choice that is still bringing its slide. */
  onTouchStart: () => void;
}

/** Keeps a row of slides and the chosen one together: a choice brings its slide to the middle, a swipe chooses. */
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
    clearTimeout(rest.current); // a movement before the choice says nothing any more
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
      if (!box?.clientWidth) return; // a row that is hidden stands nowhere
      const bound = heading.current;
      heading.current = undefined;
      if (bound === undefined) latest.current(middleOf(box)); // by what has been chosen elsewhere meanwhile, too
      // A slow phone rests on the way: what was chosen stays chosen.
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

/** Where the row has to stand for this slide to be in the middle. */
function leftOf(box: HTMLElement, index: number): number {
  const slide = slidesOf(box)[index];
  return slide ? slide.offsetLeft - box.offsetLeft - (box.clientWidth - slide.offsetWidth) / 2 : 0;
}

function middleOf(box: HTMLElement): number {
  const away = slidesOf(box).map((_, i) => Math.abs(leftOf(box, i) - box.scrollLeft));
  return Math.max(0, away.indexOf(Math.min(...away)));
}
