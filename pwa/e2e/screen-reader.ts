/** Simulates a screen reader: its announcements, and the actions of its user. */
import type { CDPSession, Page } from '@playwright/test';
import { expect } from './journey';

/** Roles that are useless without a name. */
const NAMED = new Set([
  'button',
  'link',
  'textbox',
  'image',
  'dialog',
  'alertdialog',
  'tab',
  'radio',
  'checkbox',
  'switch',
  'combobox',
  'progressbar',
  'meter',
]);

interface Node {
  role: string;
  name: string;
  backendId: number;
}

/**
 * ScreenReader simulates a screen reader on a page. The app replaces the prerendered page while the reader
 * uses it, so elements that are gone are found again.
 */
export class ScreenReader {
  /** The announcements of live regions, in order. */
  private readonly announcements: string[] = [];
  /** Controls and pictures without a name. */
  readonly faults = new Set<string>();

  private constructor(
    private readonly page: Page,
    private readonly devtools: CDPSession,
  ) {}

  /** Attaches to a page. Call it before the page is opened. */
  static async on(page: Page): Promise<ScreenReader> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Accessibility.enable');
    const reader = new ScreenReader(page, devtools);
    await page.exposeFunction(
      'reportAnnouncement',
      (words: string) => void reader.announcements.push(plainText(words)),
    );
    await page.addInitScript(reportAnnouncements);
    return reader;
  }

  /** Returns all readable text, in order. */
  async read(): Promise<string> {
    return (await this.nodes())
      .filter(({ role }) => role === 'StaticText')
      .map(({ name }) => name)
      .join(' ')
      .replaceAll(/\s+/g, ' ');
  }

  async expectText(words: string | RegExp): Promise<void> {
    await expect.poll(() => this.read(), { timeout: 30_000 }).toMatch(pattern(words));
  }

  /** Expects an announcement that was made after the last check. */
  async expectAnnouncement(words: string | RegExp): Promise<void> {
    await expect.poll(() => this.announcements.join(' | '), { timeout: 60_000 }).toMatch(pattern(words));
    this.announcements.length = 0;
  }

  /** Expects the focus on an element with this name. */
  async expectFocus(words: string | RegExp): Promise<void> {
    await expect.poll(() => this.focused(), { timeout: 30_000 }).toMatch(pattern(words));
  }

  /** Expects an element with this role and name. */
  async expectElement(role: string, name: string | RegExp): Promise<void> {
    await this.find(role, name);
  }

  async press(role: string, name: string | RegExp): Promise<void> {
    const isPressed = async () =>
      this.runOn(
        await this.find(role, name),
        'function () { const isThere = this.isConnected; if (isThere) this.click(); return isThere; }',
      );
    await expect.poll(isPressed).toBe(true);
  }

  async write(name: string | RegExp, text: string): Promise<void> {
    const hasFocus = async () =>
      this.runOn(
        await this.find('textbox', name),
        'function () { this.focus(); return this === document.activeElement; }',
      );
    await expect.poll(hasFocus).toBe(true);
    await this.page.keyboard.insertText(text);
  }

  private async focused(): Promise<string> {
    const { nodes } = await this.devtools.send('Accessibility.getFullAXTree');
    const node = nodes.findLast(({ properties }) =>
      properties?.some((each) => each.name === 'focused' && each.value.value === true),
    );
    return plainText(String(node?.name?.value ?? ''));
  }

  private async find(role: string, name: string | RegExp): Promise<Node> {
    let found: Node | undefined;
    const findNode = async () => {
      found = (await this.nodes()).find((each) => each.role === role && pattern(name).test(each.name));
      return found !== undefined;
    };
    await expect
      .poll(findNode, { message: `${role} “${String(name)}” is announced`, timeout: 30_000 })
      .toBe(true);
    return found!;
  }

  private async runOn({ backendId }: Node, functionText: string): Promise<unknown> {
    const { object } = await this.devtools.send('DOM.resolveNode', { backendNodeId: backendId });
    const call = { objectId: object.objectId, functionDeclaration: functionText, returnByValue: true };
    return (await this.devtools.send('Runtime.callFunctionOn', call)).result.value;
  }

  private async nodes(): Promise<Node[]> {
    const { nodes } = await this.devtools.send('Accessibility.getFullAXTree');
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const readable: Node[] = [];
    const walk = (id: string): void => {
      const { ignored, role, name, backendDOMNodeId: backendId, childIds } = byId.get(id) ?? {};
      if (!ignored && backendId)
        readable.push({ role: String(role?.value), name: plainText(String(name?.value ?? '')), backendId });
      for (const child of childIds ?? []) walk(child);
    };
    if (nodes[0]) walk(nodes[0].nodeId);
    for (const { role, name } of readable)
      if (NAMED.has(role) && !name) this.faults.add(`${role} on ${new URL(this.page.url()).pathname}`);
    return readable;
  }
}

/** Removes word joiners, which are only for display, and makes all spaces breaking. */
function plainText(words: string): string {
  return words.replaceAll('\u2060', '').replaceAll('\u00a0', ' ').trim();
}

function pattern(words: string | RegExp): RegExp {
  return typeof words === 'string'
    ? new RegExp(`^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
    : words;
}

/** Runs in the page: reports all changes in live regions. */
function reportAnnouncements(): void {
  const { reportAnnouncement: announce } = globalThis as unknown as {
    reportAnnouncement: (words: string) => void;
  };
  const LIVE_REGIONS = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]';
  const last = new WeakMap<Element, string>();
  new MutationObserver(() => {
    for (const place of document.querySelectorAll(LIVE_REGIONS)) {
      if (
        place.closest('[aria-hidden=true], [inert], [aria-live=off]') ||
        place.getAttribute('aria-live') === 'off'
      )
        continue;
      const words = (place as HTMLElement).textContent ?? '';
      if (words === last.get(place)) continue;
      last.set(place, words);
      if (words) announce(words);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
