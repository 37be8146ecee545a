import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Closer to the end than this, one is reading the end. */
export const NEAR_END_PX = 60;
/** Older ones are asked for this long before the top is reached. */
const NEAR_TOP_PX = 300;

interface Log {
  firstKey: string | undefined;
  lastKey: string | undefined;
  /** What one has just sent oneself is always shown. */
  lastIsOurs: boolean;
  onNearTop: () => void;
}

export interface LogScroll {
  box: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** The last line that was seen at the end; undefined while one is there. */
  leftAt: string | undefined;
  toEnd: () => void;
}

/**
 * The log's scroll rules: it stays at the end while one is there, stays where one reads while one
 * is not, and keeps that place when older lines come in above. By hand, since not every browser
 * anchors by itself, and those that do let go at the very top.
 */
export function useLogScroll({ firstKey, lastKey, lastIsOurs, onNearTop }: Log): LogScroll {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const anchor = useRef<{ key: string; top: number }>(undefined);
  const last = useRef<string>(undefined);
  const [leftAt, setLeftAt] = useState<string>();

  const toEnd = () => {
    atEnd.current = true;
    setLeftAt(undefined);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };

  useLayoutEffect(() => {
    const view = box.current;
    const kept = anchor.current;
    if (!view || !firstKey) return;
    if (kept && kept.key !== firstKey) {
      const moved = placeOf(kept.key, view);
      if (moved !== undefined && !atEnd.current) view.scrollTop += moved - kept.top;
    }
    const top = placeOf(firstKey, view);
    anchor.current = top === undefined ? undefined : { key: firstKey, top };
  }, [firstKey]);

  useLayoutEffect(() => {
    const isNew = last.current !== lastKey;
    last.current = lastKey;
    if (!isNew || !box.current) return;
    if (!lastIsOurs && !atEnd.current) return;
    atEnd.current = true;
    box.current.scrollTop = box.current.scrollHeight;
  }, [lastKey, lastIsOurs]);

  // Still at the top after a page, or all of it fits: no scrolling will ask for the next one.
  const askOn = useEffectEvent(() => {
    const view = box.current;
    if (!view || view.scrollTop >= NEAR_TOP_PX) return;
    if (!atEnd.current || view.scrollHeight <= view.clientHeight) onNearTop();
  });
  useEffect(() => askOn(), [firstKey]);

  useEffect(() => {
    const view = box.current;
    const list = content.current;
    if (!view || !list) return;
    // A picture that comes in, and the keyboard that comes up, must not push the end away.
    const observer = new ResizeObserver(() => {
      if (atEnd.current) view.scrollTop = view.scrollHeight;
    });
    observer.observe(view);
    observer.observe(list);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    const view = box.current;
    if (!view) return;
    const isAtEnd = view.scrollHeight - view.scrollTop - view.clientHeight <= NEAR_END_PX;
    if (isAtEnd !== atEnd.current) setLeftAt(isAtEnd ? undefined : lastKey);
    atEnd.current = isAtEnd;
    if (view.scrollTop < NEAR_TOP_PX) onNearTop();
  };

  return { box, content, onScroll, leftAt, toEnd };
}

/** A row's distance from the top of all that scrolls; undefined where it is not shown. */
function placeOf(key: string, view: HTMLElement): number | undefined {
  const row = view.querySelector(`[data-key="${CSS.escape(key)}"]`);
  return row ? row.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop : undefined;
}
