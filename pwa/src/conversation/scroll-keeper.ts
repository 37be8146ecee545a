import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefCallback } from 'react';

interface Log {
  firstKey: string | undefined;
  lastKey: string | undefined;
  /** What one has just sent oneself is always shown. */
  lastIsOurs: boolean;
  onNearTop: () => void;
}

export interface LogScroll {
  /** For what scrolls. */
  box: RefCallback<HTMLDivElement>;
  onScroll: () => void;
  /** The last line that was seen at the end; undefined while one is there. */
  leftAt: string | undefined;
  toEnd: () => void;
}

/** `ScrollKeeper` for a list of lines. */
export function useLogScroll({ firstKey, lastKey, lastIsOurs, onNearTop }: Log): LogScroll {
  const [keeper] = useState(() => new ScrollKeeper());
  const [leftAt, setLeftAt] = useState<string>();
  useLayoutEffect(() => keeper.keepPlace(firstKey), [keeper, firstKey]);
  useLayoutEffect(() => keeper.keepEnd(lastKey, lastIsOurs), [keeper, lastKey, lastIsOurs]);
  const askOn = useEffectEvent(() => {
    if (keeper.wantsMore()) onNearTop();
  });
  useEffect(() => askOn(), [firstKey]);
  const onScroll = () => {
    const { atEnd, nearTop } = keeper.look();
    setLeftAt((left) => (atEnd ? undefined : (left ?? lastKey)));
    if (nearTop) onNearTop();
  };
  const toEnd = () => {
    keeper.toEnd();
    setLeftAt(undefined);
  };
  return { box: keeper.attach, onScroll, leftAt, toEnd };
}

/** Closer to the end than this, one is reading the end. */
const NEAR_END_PX = 60;
/** Older ones are asked for this long before the top is reached. */
const NEAR_TOP_PX = 300;

/**
 * The log's scroll rules: it stays at the end while one is there, stays where one reads while one
 * is not, and keeps that place when older lines come in above. By hand, since not every browser
 * anchors by itself, and those that do let go at the very top.
 */
export class ScrollKeeper {
  #view: HTMLElement | null = null;
  #atEnd = true;
  #anchor: { key: string; top: number } | undefined;
  #last: string | undefined;

  /** What scrolls, with the list in it. Returns how to let go. */
  readonly attach = (view: HTMLElement | null): (() => void) => {
    this.#view = view;
    // A picture that comes in, and the keyboard that comes up, must not push the end away.
    const observer = new ResizeObserver(() => {
      if (this.#atEnd) this.toEnd();
    });
    if (view) observer.observe(view);
    if (view?.firstElementChild) observer.observe(view.firstElementChild);
    return () => observer.disconnect();
  };

  toEnd(): void {
    this.#atEnd = true;
    if (this.#view) this.#view.scrollTop = this.#view.scrollHeight;
  }

  /** After each drawing: the line that was first stays where it was. */
  keepPlace(firstKey: string | undefined): void {
    const kept = this.#anchor;
    if (!this.#view || !firstKey) return;
    if (kept && kept.key !== firstKey && !this.#atEnd) {
      const now = this.#placeOf(kept.key);
      if (now !== undefined) this.#view.scrollTop += now - kept.top;
    }
    const top = this.#placeOf(firstKey);
    this.#anchor = top === undefined ? undefined : { key: firstKey, top };
  }

  /** After each drawing: a new line is followed from the end, and one's own from anywhere. */
  keepEnd(lastKey: string | undefined, isOurs: boolean): void {
    const isNew = this.#last !== lastKey;
    this.#last = lastKey;
    if (isNew && (isOurs || this.#atEnd)) this.toEnd();
  }

  /** One has scrolled. Answers whether one is at the end now, and whether older ones are wanted. */
  look(): { atEnd: boolean; nearTop: boolean } {
    if (!this.#view) return { atEnd: true, nearTop: false };
    const { scrollHeight, scrollTop, clientHeight } = this.#view;
    this.#atEnd = scrollHeight - scrollTop - clientHeight <= NEAR_END_PX;
    return { atEnd: this.#atEnd, nearTop: scrollTop < NEAR_TOP_PX };
  }

  /** Still at the top after a page, or all of it fits: no scrolling will ask for the next one. */
  wantsMore(): boolean {
    if (!this.#view) return false;
    const { scrollHeight, scrollTop, clientHeight } = this.#view;
    return scrollTop < NEAR_TOP_PX && (!this.#atEnd || scrollHeight <= clientHeight);
  }

  /** A line's distance from the top of all that scrolls; undefined where it is not shown. */
  #placeOf(key: string): number | undefined {
    const view = this.#view!;
    const row = view.querySelector(`[data-key="${CSS.escape(key)}"]`);
    return row
      ? row.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop
      : undefined;
  }
}
