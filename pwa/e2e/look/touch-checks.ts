/**
 * Checks for touch: nothing scrolls sideways, and every target is reachable, large enough, and not covered.
 */

/** Checks that nothing scrolls sideways, except elements with scroll snapping and text fields. */
export function addSidewaysCheck(): void {
  const isIntended = (box: Element) => getComputedStyle(box).scrollSnapType !== 'none';
  layout.checks['slides sideways'] = () => {
    const page = document.scrollingElement!;
    const boxes = [...layout.root().querySelectorAll<HTMLElement>('*')].filter((box) => {
      const { overflowX } = getComputedStyle(box);
      return (
        /auto|scroll/.test(overflowX) &&
        box.scrollWidth > box.clientWidth + 1 &&
        !isIntended(box) &&
        !box.matches('input, textarea')
      );
    });
    const fixed = [...document.body.querySelectorAll('*')].filter(
      (each) => getComputedStyle(each).position === 'fixed',
    );
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (each) =>
        !fixed.some((box) => box.contains(each)) &&
        each.getBoundingClientRect().right + scrollX > page.clientWidth + 1,
    );
    const wide =
      page.scrollWidth > page.clientWidth + 1
        ? [
            `the page by ${beyond.length > 0 ? layout.name(beyond.at(-1)!) : ''}: ${page.scrollWidth} of ${page.clientWidth}`,
          ]
        : [];
    return [...wide, ...boxes.map((box) => `${layout.name(box)}: ${box.scrollWidth} of ${box.clientWidth}`)];
  };
}

/**
 * Checks that a control can be scrolled to, that a tap on its middle hits it, and that it is fully on the
 * screen.
 */
export function addReachCheck(): void {
  const area = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height;
  };
  const isHit = (control: HTMLElement) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!hit) return false;
    // The button that scrolls to the end disappears at the end, so it may cover other elements elsewhere.
    if (layout.root() !== document.body && hit.closest('[data-floats]')) return true;
    if (control.contains(hit) || (hit.contains(control) && hit.localName === 'label')) return true;
    // A small control in the middle of a large one, such as the button that cancels a picture's upload.
    const other = hit.closest('button, a');
    return (
      other !== null &&
      control.parentElement!.parentElement!.contains(other) &&
      area(other) * 2 < area(control)
    );
  };
  /** Tries several scroll positions, so that floating items do not cover the control. */
  const canBeHit = (control: HTMLElement) =>
    (['center', 'start', 'end'] as const).some((block) => {
      control.scrollIntoView({ block, inline: 'center', behavior: 'instant' });
      return isHit(control);
    });
  layout.checks['a control is out of reach'] = () =>
    layout.controls().flatMap((control) => {
      if (control.matches('.sr-only')) return [];
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, right } = control.getBoundingClientRect();
      const isOff = left < -1 || right > document.documentElement.clientWidth + 1;
      // A link within a sentence may continue on the next line. Its middle is then outside of it.
      const isSplit = getComputedStyle(control).display === 'inline' && control.getClientRects().length > 1;
      return isOff || (!isSplit && !canBeHit(control)) ? [layout.name(control)] : [];
    });
}

/**
 * Checks the size of targets. WCAG 2.2, 2.5.8 requires at least 24 by 24, or enough space around that a
 * circle of 24 touches no other target. Links within a sentence are as tall as its line. Our own minimum is
 * 44, which `tap` gives to smaller drawings. `addReachCheck` checks that no target covers another's middle.
 */
export function addTargetSizeCheck(): void {
  const LEAST = 24;
  const OURS = 44;
  const isInSentence = (control: HTMLElement) =>
    getComputedStyle(control).display.startsWith('inline') &&
    (control.parentElement?.textContent?.trim().length ?? 0) > (control.textContent?.trim().length ?? 0) + 2;
  const sizeOf = (control: HTMLElement) => {
    const { width, height } = control.getBoundingClientRect();
    const after = getComputedStyle(control, '::after');
    const grown = after.content !== 'none' && after.position === 'absolute';
    return grown
      ? {
          width: Math.max(width, parseFloat(after.width) || 0),
          height: Math.max(height, parseFloat(after.height) || 0),
        }
      : { width, height };
  };
  layout.checks['a target is too small'] = () =>
    layout.controls().flatMap((control) => {
      if (control.matches('.sr-only')) return [];
      const { width, height } = sizeOf(control);
      if (width >= OURS - 0.5 && height >= OURS - 0.5) return [];
      if (isInSentence(control)) return [];
      // The chat button as a tab is as wide as the page's margin. It is at the screen's edge, where no other
      // target is.
      if (control.matches('[data-floats]') && width >= 20 && height >= OURS) return [];
      const box = `${Math.round(width)}x${Math.round(height)}`;
      return width < LEAST || height < LEAST || control.matches('button, [role=tab]')
        ? [`${layout.name(control)}: ${box}`]
        : [];
    });
}

/** Checks that floating items cover no control and no text, at any scroll position. */
export function addFloatingItemCheck(): void {
  /** How many pixels the chat tab may cover of the page's margin and of a button's rounded end. */
  const EDGE = 12;
  const overlap = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0;
  layout.checks['a floating item covers something'] = () => {
    if (layout.root() !== document.body) return [];
    const floating = [...document.querySelectorAll<HTMLElement>('[data-floats]')].filter((each) =>
      each.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    const inner = ({ left, top, width, height }: DOMRect) =>
      new DOMRect(left + EDGE, top, Math.max(0, width - 2 * EDGE), height);
    return floating.flatMap((each) => {
      const box = each.getBoundingClientRect();
      const isOther = (element: Element) => !element.closest('[data-floats], [data-bottom-bar]');
      const controls = layout
        .controls()
        .filter((control) => isOther(control) && overlap(inner(control.getBoundingClientRect()), box));
      const texts = layout
        .texts()
        .filter(({ parent, rects }) => isOther(parent) && rects.some((rect) => overlap(rect, box)));
      return [...controls, ...texts.map(({ parent }) => parent)].map(
        (covered) => `${layout.name(each)} over ${layout.name(covered)}`,
      );
    });
  };
}

/**
 * Checks the main content on a phone of 360 by 640 with normal text size. The first main button of a screen,
 * a countdown, and the account that money goes to must be visible without scrolling.
 */
export function addFoldCheck(): void {
  layout.checks['below the fold'] = () => {
    if (innerWidth !== 360 || innerHeight !== 640 || document.documentElement.style.fontSize !== '100%')
      return [];
    // The previous checks have scrolled.
    for (const each of document.querySelectorAll('*')) each.scrollTo({ top: 0, behavior: 'instant' });
    const root = layout.root();
    const isSeen = (each: Element) => each.checkVisibility({ visibilityProperty: true });
    const main = [...root.querySelectorAll<HTMLElement>('button.bg-brand')].filter(isSeen).slice(0, 1);
    const others = [...root.querySelectorAll<HTMLElement>('[role=timer], [data-destination]')].filter(isSeen);
    const bar = root === document.body ? document.querySelector('[data-bottom-bar]') : null;
    // A flow of several steps hides the bottom bar.
    const end = bar && isSeen(bar) ? bar.getBoundingClientRect().top : innerHeight;
    const isAbove = (each: HTMLElement) => {
      const { top, bottom, left, right } = each.getBoundingClientRect();
      // Content that a scrolling part of the layer cuts off is not visible either.
      const box = each.closest('.overflow-y-auto')?.getBoundingClientRect();
      return top >= (box?.top ?? 0) - 1 && bottom <= Math.min(end, box?.bottom ?? end) + 1 && right > left;
    };
    return [...main, ...others].filter((each) => !isAbove(each)).map((each) => layout.name(each));
  };
}
