/** Fingers: nothing slides sideways, every target is there, large enough, and free. */

export function installSideways(): void {
  const isMeant = (box: Element) => getComputedStyle(box).scrollSnapType !== 'none';
  look.checks['slides sideways'] = () => {
    const page = document.scrollingElement!;
    const boxes = [...look.root().querySelectorAll<HTMLElement>('*')].filter((box) => {
      const { overflowX } = getComputedStyle(box);
      return (
        /auto|scroll/.test(overflowX) &&
        box.scrollWidth > box.clientWidth + 1 &&
        !isMeant(box) &&
        !box.matches('input, textarea')
      );
    });
    const fixed = [...document.body.querySelectorAll('*')].filter(
      (each) => getComputedStyle(each).position === 'fixed',
    );
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (each) =>
        !fixed.some((one) => one.contains(each)) &&
        each.getBoundingClientRect().right + scrollX > page.clientWidth + 1,
    );
    const wide =
      page.scrollWidth > page.clientWidth + 1
        ? [
            `the page by ${beyond.length > 0 ? look.name(beyond.at(-1)!) : ''}: ${page.scrollWidth} of ${page.clientWidth}`,
          ]
        : [];
    return [...wide, ...boxes.map((box) => `${look.name(box)}: ${box.scrollWidth} of ${box.clientWidth}`)];
  };
}

/** After scrolling to it, a finger on its middle meets it, and the whole of it is on the screen. */
export function installReach(): void {
  const area = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height;
  };
  const meets = (control: HTMLElement) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!hit) return false;
    // The way to the end of a list goes when the end is reached.
    if (look.root() !== document.body && hit.closest('[data-floats]')) return true;
    if (control.contains(hit) || (hit.contains(control) && hit.localName === 'label')) return true;
    // A small one in the middle of a large one, as the stop of a picture on its way.
    const other = hit.closest('button, a');
    return (
      other !== null &&
      control.parentElement!.parentElement!.contains(other) &&
      area(other) * 2 < area(control)
    );
  };
  /** At the middle of what scrolls, or where nothing that floats lies over it. */
  const canMeet = (control: HTMLElement) =>
    (['center', 'start', 'end'] as const).some((block) => {
      control.scrollIntoView({ block, inline: 'center', behavior: 'instant' });
      return meets(control);
    });
  look.checks['a control is out of reach'] = () =>
    look.controls().flatMap((control) => {
      if (control.matches('.sr-only')) return [];
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, right } = control.getBoundingClientRect();
      const isOff = left < -1 || right > document.documentElement.clientWidth + 1;
      // A link within a sentence may turn into the next line, its middle in nobody's land.
      const isSplit = getComputedStyle(control).display === 'inline' && control.getClientRects().length > 1;
      return isOff || (!isSplit && !canMeet(control)) ? [look.name(control)] : [];
    });
}

/**
 * WCAG 2.2, 2.5.8: 24 by 24 at least, or so much room about it that a circle of 24 touches no other
 * target; links within a sentence are as tall as its line. Our own measure is 44, which `tap` gives
 * to drawings that are smaller, and two such targets must not lie over each other's middle.
 */
export function installSize(): void {
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
  look.checks['a target is too small'] = () =>
    look.controls().flatMap((control) => {
      if (control.matches('.sr-only')) return [];
      const { width, height } = sizeOf(control);
      if (width >= OURS - 0.5 && height >= OURS - 0.5) return [];
      if (isInSentence(control)) return [];
      // Tucked away it is as wide as the page's margin, at the screen's edge, where no other target is.
      if (control.matches('[data-floats]') && width >= 20 && height >= OURS) return [];
      const box = `${Math.round(width)}x${Math.round(height)}`;
      return width < LEAST || height < LEAST || control.matches('button, [role=tab]')
        ? [`${look.name(control)}: ${box}`]
        : [];
    });
}

/** What floats above the page, wherever it has been scrolled to: over no control and over no word. */
export function installFloat(): void {
  /** As much as a tucked disc takes of the page's own margin and of a button's rounded end. */
  const EDGE = 12;
  const overlap = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0;
  look.checks['what floats covers something'] = () => {
    if (look.root() !== document.body) return [];
    const floating = [...document.querySelectorAll<HTMLElement>('[data-floats]')].filter((each) =>
      each.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    const inner = ({ left, top, width, height }: DOMRect) =>
      new DOMRect(left + EDGE, top, Math.max(0, width - 2 * EDGE), height);
    return floating.flatMap((each) => {
      const box = each.getBoundingClientRect();
      const isOther = (element: Element) => !element.closest('[data-floats], [data-bottom-bar]');
      const controls = look
        .controls()
        .filter((control) => isOther(control) && overlap(inner(control.getBoundingClientRect()), box));
      const words = look
        .words()
        .filter(({ parent, rects }) => isOther(parent) && rects.some((rect) => overlap(rect, box)));
      return [...controls, ...words.map(({ parent }) => parent)].map(
        (covered) => `${look.name(each)} over ${look.name(covered)}`,
      );
    });
  };
}

/**
 * On a phone of 360 by 640 with its usual text, what a screen is there for is seen without scrolling: its first main
 * button, a countdown, and the account that money goes to.
 */
export function installFold(): void {
  look.checks['below the fold'] = () => {
    if (innerWidth !== 360 || innerHeight !== 640 || document.documentElement.style.fontSize !== '100%')
      return [];
    // The checks before this one have scrolled.
    for (const each of document.querySelectorAll('*')) each.scrollTo({ top: 0, behavior: 'instant' });
    const root = look.root();
    const isSeen = (each: Element) => each.checkVisibility({ visibilityProperty: true });
    const main = [...root.querySelectorAll<HTMLElement>('button.bg-brand')].filter(isSeen).slice(0, 1);
    const others = [...root.querySelectorAll<HTMLElement>('[role=timer], [data-destination]')].filter(isSeen);
    const bar = root === document.body ? document.querySelector('[data-bottom-bar]') : null;
    // A flow of several steps hides the bar.
    const end = bar && isSeen(bar) ? bar.getBoundingClientRect().top : innerHeight;
    const isAbove = (each: HTMLElement) => {
      const { top, bottom, left, right } = each.getBoundingClientRect();
      // What a scrolling part of the layer cuts off is not seen either.
      const box = each.closest('.overflow-y-auto')?.getBoundingClientRect();
      return top >= (box?.top ?? 0) - 1 && bottom <= Math.min(end, box?.bottom ?? end) + 1 && right > left;
    };
    return [...main, ...others].filter((each) => !isAbove(each)).map((each) => look.name(each));
  };
}
