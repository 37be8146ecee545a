/** Checks of texts: whole, uncut, inside their box, and not covered. */

/**
 * Finds text that extends beyond a clipping box, or ends in an ellipsis. `data-may-cut` marks texts of other
 * people, such as file names and previews.
 */
export function addCutTextChecks(): void {
  /**
   * In pixels. Marks above and below a Thai letter may leave the line's box by this much; a digit never does.
   */
  const SPARE = 1.5;
  const clips = (value: string) => value === 'hidden' || value === 'clip';
  const cutBy = (parent: HTMLElement, rects: DOMRect[]): Element | undefined => {
    const end = layout.root().parentElement;
    for (let box: HTMLElement | null = parent; box && box !== end; box = box.parentElement) {
      const style = getComputedStyle(box);
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const isWide = rects.some((rect) => rect.left < left - SPARE || rect.right > right + SPARE);
      const isTall = rects.some((rect) => rect.top < top - SPARE || rect.bottom > bottom + SPARE);
      if ((isWide && clips(style.overflowX)) || (isTall && clips(style.overflowY))) return box;
      if (style.position === 'fixed') return undefined;
      // The rest of the text can be reached by scrolling.
      if (/auto|scroll/.test(style.overflowY + style.overflowX)) return undefined;
    }
    return undefined;
  };
  layout.checks['text is cut'] = () =>
    layout.texts().flatMap(({ parent, rects }) => {
      if (parent.closest('[data-may-cut]')) return [];
      const box = cutBy(parent, rects);
      return box ? [`${layout.name(parent)} by ${layout.name(box)}`] : [];
    });
  layout.checks['a field is too small for its value'] = () =>
    [...layout.root().querySelectorAll<HTMLInputElement>('input, textarea')]
      .filter(
        (field) =>
          field.checkVisibility() &&
          !field.closest('.sr-only, [data-may-cut]') &&
          field.inputMode !== 'url' &&
          field.type !== 'password' &&
          field.value !== '',
      )
      .filter((field) => field.scrollWidth > field.clientWidth + 2)
      .map((field) => `${field.value} in ${field.scrollWidth} of ${field.clientWidth}`);
}

/**
 * Finds words that are broken over two lines. Thai and Lao have no spaces, so the browser's dictionary
 * decides what a word is. Where the dictionary splits a real word, a word joiner (U+2060) in the text holds
 * the parts together. This check too counts such parts as one word.
 */
export function addBrokenWordCheck(): void {
  const JOINER = '\u2060';
  const segments = (text: string) => {
    const words = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' });
    const found: { index: number; end: number }[] = [];
    for (const { index, segment, isWordLike } of words.segment(text)) {
      const last = found.at(-1);
      const isJoined =
        last &&
        (text.slice(last.end, index).includes(JOINER) ||
          text[index - 1] === JOINER ||
          segment.startsWith(JOINER));
      if (last && isJoined) last.end = index + segment.length;
      else if (isWordLike) found.push({ index, end: index + segment.length });
    }
    return found;
  };
  const lines = (node: Text, from: number, to: number) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0.5);
    const tops = rects.map(({ top, height }) => Math.round(top / Math.max(8, height * 0.6)));
    return new Set(tops).size;
  };
  layout.checks['a word is broken'] = () =>
    layout.texts().flatMap(({ node, parent, rects }) => {
      // A text on one line has no broken word. Codes and addresses have no good place for a break.
      if (rects.length < 2 || parent.closest('.break-all, [data-may-cut]')) return [];
      return segments(node.data)
        .filter(({ index, end }) => lines(node, index, end) > 1)
        .map(({ index, end }) => `${node.data.slice(index, end)} in ${layout.name(parent)}`);
    });
}

/** Finds text outside its background: the nearest box with a colour or a border, or the nearest control. */
export function addTextOutsideBackgroundCheck(): void {
  const SPARE = 1.5;
  const isBackground = (box: Element) => {
    const { backgroundColor, borderTopWidth } = getComputedStyle(box);
    return (
      !/^rgba\(.*, 0\)$|transparent|\/ 0\)$/.test(backgroundColor) ||
      borderTopWidth !== '0px' ||
      box.matches('button, a, label')
    );
  };
  const backgroundOf = (element: Element): Element | undefined => {
    const root = layout.root();
    for (let box: Element | null = element; box && box !== root.parentElement; box = box.parentElement) {
      const { display, overflowY } = getComputedStyle(box);
      if (isBackground(box) && display !== 'inline') return box;
      if (/auto|scroll/.test(overflowY)) return undefined;
    }
    return undefined;
  };
  layout.checks['text extends beyond its background'] = () =>
    layout.texts().flatMap(({ parent, rects }) => {
      const background = backgroundOf(parent);
      if (!background || parent.closest('[data-may-cut]')) return [];
      const { left, right, top, bottom } = background.getBoundingClientRect();
      const isOff = rects.some((rect) => {
        // A line is taller than its letters. Only the part around the middle is drawn, so only that part
        // counts.
        const spareY = rect.height * 0.2;
        return (
          rect.left < left - SPARE ||
          rect.right > right + SPARE ||
          rect.top + spareY < top ||
          rect.bottom - spareY > bottom
        );
      });
      return isOff ? [`${layout.name(parent)} off ${layout.name(background)}`] : [];
    });
}

/** Finds text that a picture or another text covers. */
export function addCoveredTextCheck(): void {
  const over = (x: number, y: number, parent: HTMLElement) => {
    const hit = document.elementFromPoint(x, y);
    if (!hit || hit.contains(parent) || parent.contains(hit)) return undefined;
    // The enlarged touch area of a small target is invisible.
    const { left, right, top, bottom } = hit.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) return undefined;
    // A control's own input covers its label's drawing: the boxes of the OTP, a checkbox.
    if (hit instanceof HTMLInputElement || hit.closest('[data-floats]')) return undefined;
    return hit.closest('label, button')?.contains(parent) ? undefined : hit;
  };
  const overLine = (range: Range, i: number, parent: HTMLElement) => {
    const { left, right, top, bottom, width } = range.getClientRects()[i]!;
    if (width < 4) return undefined;
    const y = (top + bottom) / 2;
    return [left + 2, (left + right) / 2, right - 2].map((x) => over(x, y, parent)).find(Boolean);
  };
  const scrollerOf = (element: HTMLElement): Element => {
    for (let box = element.parentElement; box; box = box.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight)
        return box;
    }
    return document.scrollingElement!;
  };
  layout.checks['something covers a text'] = () =>
    layout.texts().flatMap(({ node, parent }) => {
      if (parent.closest('[data-may-cut]')) return [];
      parent.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = range.getClientRects().length;
      for (let i = 0; i < lines; i++) {
        const hit = overLine(range, i, parent);
        if (!hit) continue;
        // Lines of a text that is taller than its scrolling box may be covered. So each line is scrolled to
        // the middle.
        const scroller = scrollerOf(parent);
        const { top, bottom } = range.getClientRects()[i]!;
        const room =
          scroller === document.scrollingElement
            ? new DOMRect(0, 0, innerWidth, innerHeight)
            : scroller.getBoundingClientRect();
        scroller.scrollBy({ top: (top + bottom) / 2 - (room.top + room.bottom) / 2, behavior: 'instant' });
        if (overLine(range, i, parent)) return [`${layout.name(parent)} by ${layout.name(hit)}`];
      }
      return [];
    });
}
