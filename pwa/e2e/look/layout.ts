/** Functions in the page that all checks share. They return the area to check, its texts and its controls. */

/** A text node, with the boxes of its lines. */
export interface ShownText {
  node: Text;
  parent: HTMLElement;
  rects: DOMRect[];
}

export interface Layout {
  /** The page, or the layer on top of it. */
  root(): HTMLElement;
  texts(): ShownText[];
  controls(): HTMLElement[];
  /** Returns a short name by which a reader of the report finds the element. */
  name(element: Element): string;
  checks: Record<string, () => string[]>;
}

declare global {
  // eslint-disable-next-line no-var
  var layout: Layout;
}

/** Runs before the page's own scripts; the checks add themselves to it. */
export function installLayout(): void {
  const unseen = 'a[href="#content"], [inert], option, noscript, .splash';
  /** Returns whether an element is only for screen readers: `sr-only`, at some screen sizes or at all. */
  const isScreenReaderOnly = (element: Element | null): boolean => {
    if (!element) return false;
    const { position, width, height, overflow } = getComputedStyle(element);
    const isDot = position === 'absolute' && width === '1px' && height === '1px' && overflow === 'hidden';
    return isDot || isScreenReaderOnly(element.parentElement);
  };
  const isSeen = (element: Element) =>
    !element.closest(unseen) &&
    !isScreenReaderOnly(element) &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const root = () => {
    const layers = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].filter(
      (each) => each.checkVisibility(),
    );
    return layers.at(-1) ?? document.body;
  };
  const rectsOf = (node: Text) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
  };
  globalThis.layout = {
    root,
    texts() {
      const walker = document.createTreeWalker(root(), NodeFilter.SHOW_TEXT);
      const found: ShownText[] = [];
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        const parent = node.parentElement!;
        if (!node.data.trim() || !isSeen(parent)) continue;
        const rects = rectsOf(node);
        if (rects.length > 0) found.push({ node, parent, rects });
      }
      return found;
    },
    controls() {
      const all = root().querySelectorAll<HTMLElement>(
        'button, a[href], input, textarea, label:has(input), [role=tab]',
      );
      return [...all].filter((each) => {
        if (!isSeen(each) || each.matches(':disabled') || each.closest('[aria-hidden=true]')) return false;
        // The whole row is the target, and not the mark within it.
        return !(each instanceof HTMLInputElement && each.closest('label'));
      });
    },
    name(element) {
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '')
        .trim()
        .replace(/\s+/g, ' ')
        .slice(0, 40);
      return `<${element.localName}> ${text || element.getAttribute('class')?.slice(0, 40) || ''}`.trim();
    },
    checks: {},
  };
}
