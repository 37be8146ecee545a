/**
 * A member without a pointer, who uses Tab, Enter, Space, arrows and Escape. The focus must always be
 * visible.
 */
import type { Locator, Page } from '@playwright/test';
import { expect } from './journey';

const MAX_STOPS = 60;

interface Stop {
  name: string;
  isShown: boolean;
  isInOrder: boolean;
}

/** Runs in the page. Returns true if no sheet is open, or if the top sheet has the focus. */
function hasFocusInTopSheet(): boolean {
  const sheet = [...document.querySelectorAll('[role=dialog]')].at(-1);
  return !sheet || sheet.contains(document.activeElement);
}

/** Moves by Tab, and records every focused element that a user could not follow. */
export class Keys {
  readonly faults: string[] = [];

  constructor(private readonly page: Page) {}

  /** Moves on to a control, and checks each element that gets the focus on the way. */
  async moveTo(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await control.first().waitFor({ state: 'attached' });
    // A user is slower than a journey. By the time the user continues, an opened sheet has the focus.
    await expect.poll(() => this.page.evaluate(hasFocusInTopSheet)).toBe(true);
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      if (await isFocused(control)) return;
      await this.page.keyboard.press(key);
      const stop = await this.page.evaluate(focusedElement, key === 'Tab');
      if (!stop) continue;
      if (!stop.isShown) this.faults.push(`nothing shows the focus on ${stop.name}`);
      if (!stop.isInOrder) this.faults.push(`against the order of the page: ${stop.name}`);
    }
    expect(await isFocused(control), `${control.toString()} is reached by ${key}`).toBe(true);
  }

  async press(control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.moveTo(control);
    await this.page.keyboard.press(key);
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.moveTo(field);
    await this.page.keyboard.type(text);
  }

  /** After a step or sheet has changed, expects the next Tab to continue there, and not at the page's top. */
  async expectFocusKept(where: string): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(() => document.activeElement !== document.body), {
        message: `focus is lost: ${where}`,
      })
      .toBe(true);
  }
}

const isFocused = (control: Locator) =>
  control
    .first()
    .evaluate((element) => element === document.activeElement, undefined, { timeout: 2_000 })
    .catch(() => false);

/** Runs in the page. Returns the focused element, or undefined if the browser's own bar has the focus. */
function focusedElement(isForward: boolean): Stop | undefined {
  const kept = globalThis as unknown as { lastStop?: Element };
  const now = document.activeElement;
  const before = kept.lastStop;
  kept.lastStop = now ?? undefined;
  if (!now || now === document.body) return undefined;
  // If a whole row can be tapped, its focus ring is on the element that takes the tap.
  const hasRing = (each: Element) =>
    [undefined, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each, part);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
    });
  // A field's focus ring is drawn by the field's frame, or by the boxes before the field.
  const holders = [now, now.parentElement!, now.parentElement!.parentElement!, now.closest('[data-field]')];
  const boxes = now.matches('input') ? [...(now.previousElementSibling?.children ?? [])] : [];
  const place = (each: Element) => each.closest('[role=dialog], nav, header, main');
  const boxOf = (each: Element) => each.getBoundingClientRect();
  const isBefore = (each: Element, other: Element) => {
    const [a, b] = [boxOf(each), boxOf(other)];
    return a.bottom <= b.top + 2 || (a.top < b.bottom && a.right <= b.left + 2);
  };
  // No order is required between different parts of the page, nor from a sheet's end to its start.
  const isOrderRequired = before?.isConnected && place(before) === place(now) && now !== firstOf(place(now));
  return {
    name: `${now.localName} ${now.getAttribute('aria-label') ?? now.textContent?.trim().slice(0, 40) ?? ''}`,
    isShown: [...holders, ...boxes].some((each) => each && hasRing(each)),
    isInOrder: !isOrderRequired || !(isForward ? isBefore(now, before!) : isBefore(before!, now)),
  };
  function firstOf(part: Element | null): Element | undefined {
    const all = part?.querySelectorAll('a[href], button:not(:disabled), input, textarea, [tabindex="0"]');
    return [...(all ?? [])].find((each) => each.checkVisibility() && !each.matches('[tabindex="-1"]'));
  }
}
