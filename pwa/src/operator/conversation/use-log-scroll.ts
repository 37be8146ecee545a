import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Closer to the end than this, one is reading the end. */
const NEAR_END_PX = 60;
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
 * The log stays at the end while one is there, stays where one reads while one is not, and keeps
 * that place when older lines come in above: measured from the end, which they do not move.
 */
export function useLogScroll({ firstKey, lastKey, lastIsOurs, onNearTop }: Log): LogScroll {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const fromEnd = useRef(0);
  const last = useRef<string>(undefined);
  const [leftAt, setLeftAt] = useState<string>();

  const toEnd = () => {
    atEnd.current = true;
    setLeftAt(undefined);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };

  useLayoutEffect(() => {
    const view = box.current;
    if (view && !atEnd.current) view.scrollTop = view.scrollHeight - fromEnd.current;
  }, [firstKey]);

  useLayoutEffect(() => {
    const isNew = last.current !== lastKey;
    last.current = lastKey;
    const view = box.current;
    if (!isNew || !view) return;
    if (lastIsOurs || atEnd.current) {
      atEnd.current = true;
      view.scrollTop = view.scrollHeight;
    }
    fromEnd.current = view.scrollHeight - view.scrollTop;
  }, [lastKey, lastIsOurs]);

  useEffect(() => {
    const view = box.current;
    const list = content.current;
    if (!view || !list) return;
    // A picture that comes in, and a field that grows, must not push the end away.
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
    fromEnd.current = view.scrollHeight - view.scrollTop;
    const isAtEnd = fromEnd.current - view.clientHeight <= NEAR_END_PX;
    if (isAtEnd !== atEnd.current) setLeftAt(isAtEnd ? undefined : lastKey);
    atEnd.current = isAtEnd;
    if (view.scrollTop < NEAR_TOP_PX) onNearTop();
  };

  return { box, content, onScroll, leftAt, toEnd };
}
