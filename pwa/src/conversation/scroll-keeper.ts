import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefCallback } from 'react';

interface Log {
  firstKey: string | undefined;
  lastKey: string | undefined;
  /** True if the last message is the user's own. The view always scrolls to it. */
  lastIsOurs: boolean;
  onNearTop: () => void;
}

export interface LogScroll {
  /** The ref of the scrolling element. */
  box: RefCallback<HTMLDivElement>;
  onScroll: () => void;
  /** The key of the last message that was seen at the end. Undefined while the view is at the end. */
  leftAt: string | undefined;
  toEnd: () => void;
}

/** `ScrollKeeper` as a hook for the messages of a conversation. */
export function useLogScroll({ firstKey, lastKey, lastIsOurs, onNearTop }: Log): LogScroll {
  const [keeper] = useState(() => new ScrollKeeper());
  const [leftAt, setLeftAt] = useState<string>();
  useLayoutEffect(() => keeper.restorePlace(firstKey), [keeper, firstKey]);
  useLayoutEffect(() => keeper.keepEnd(lastKey, lastIsOurs), [keeper, lastKey, lastIsOurs]);
  const requestOlder = useEffectEvent(() => {
    if (keeper.needsMore()) onNearTop();
  });
  useEffect(() => requestOlder(), [firstKey]);
  const onScroll = () => {
    const { atEnd, nearTop } = keeper.handleScroll();
    setLeftAt((left) => (atEnd ? undefined : (left ?? lastKey)));
    if (nearTop) onNearTop();
  };
  const toEnd = () => {
    keeper.toEnd();
    setLeftAt(undefined);
  };
  return { box: keeper.attach, onScroll, leftAt, toEnd };
}

/** A view that is closer to the end than this counts as at the end. */
const NEAR_END_PX = 60;
/** Older messages are requested at this distance from the top. */
const NEAR_TOP_PX = 300;

/**
 * ScrollKeeper applies the scroll rules of the conversation. A view at the end stays at the end. A view
 * elsewhere keeps its place, also when older lines are added above. Browsers cannot do this: some have no
 * scroll anchoring, and the others stop anchoring at the very top.
 */
export class ScrollKeeper {
  #view: HTMLElement | null = null;
  #atEnd = true;
  #anchor: { key: string; top: number } | undefined;
  #last: string | undefined;

  /** Attaches to the scrolling element, which contains the list. Returns a function that detaches. */
  readonly attach = (view: HTMLElement | null): (() => void) => {
    this.#view = view;
    // A loading picture or an opening keyboard must not move the end out of view.
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

  /** Call after each render. Keeps the line that was first at its position on the screen. */
  restorePlace(firstKey: string | undefined): void {
    const kept = this.#anchor;
    if (!this.#view || !firstKey) return;
    if (kept && kept.key !== firstKey && !this.#atEnd) {
      const now = this.#placeOf(kept.key);
      if (now !== undefined) this.#view.scrollTop += now - kept.top;
    }
    const top = this.#placeOf(firstKey);
    this.#anchor = top === undefined ? undefined : { key: firstKey, top };
  }

  /**
   * Call after each render: scrolls to a new line if the view was at the end, and to the user's own line from
   * anywhere.
   */
  keepEnd(lastKey: string | undefined, isOurs: boolean): void {
    const isNew = this.#last !== lastKey;
    this.#last = lastKey;
    if (isNew && (isOurs || this.#atEnd)) this.toEnd();
  }

  /** Call on each scroll. Returns whether the view is at the end, and whether older messages are needed. */
  handleScroll(): { atEnd: boolean; nearTop: boolean } {
    if (!this.#view) return { atEnd: true, nearTop: false };
    const { scrollHeight, scrollTop, clientHeight } = this.#view;
    this.#atEnd = scrollHeight - scrollTop - clientHeight <= NEAR_END_PX;
    return { atEnd: this.#atEnd, nearTop: scrollTop < NEAR_TOP_PX };
  }

  /**
   * Returns whether the next page must be requested without a scroll event. That is the case if the view is
   * still at the top after a page was added, or if everything fits.
   */
  needsMore(): boolean {
    if (!this.#view) return false;
    const { scrollHeight, scrollTop, clientHeight } = this.#view;
    return scrollTop < NEAR_TOP_PX && (!this.#atEnd || scrollHeight <= clientHeight);
  }

  /** Returns a line's distance from the top of the scrolled content; undefined if it is not rendered. */
  #placeOf(key: string): number | undefined {
    const view = this.#view!;
    const row = view.querySelector(`[data-key="${CSS.escape(key)}"]`);
    return row
      ? row.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop
      : undefined;
  }
}
