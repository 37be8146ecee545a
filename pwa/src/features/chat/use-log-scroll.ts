import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

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
  content: RefObject<HTMLOListElement | null>;
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
  const content = useRef<HTMLOListElement>(null);
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
      const row = rowOf(content.current, kept.key);
      if (row && !atEnd.current) view.scrollTop += row.offsetTop - kept.top;
    }
    const first = rowOf(content.current, firstKey);
    anchor.current = first && { key: firstKey, top: first.offsetTop };
  }, [firstKey]);

  useLayoutEffect(() => {
    const isNew = last.current !== lastKey;
    last.current = lastKey;
    if (!isNew || !box.current) return;
    if (!lastIsOurs && !atEnd.current) return;
    atEnd.current = true;
    box.current.scrollTop = box.current.scrollHeight;
  }, [lastKey, lastIsOurs]);

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

function rowOf(list: HTMLElement | null, key: string): HTMLElement | undefined {
  return list?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? undefined;
}
