/**
 * WebKit as Debian has it: WebKitGTK's small browser, controlled by its own W3C WebDriver. It has Safari's
 * engine but not Apple's system: no push, no installation, no share dialog.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The time limit in ms for the browser's start on a busy machine. */
const STARTS_MS = 60_000;
/** The time limit in ms for a page to show something. */
const WAITS_MS = 40_000;
const POLL_MS = 100;
/** The key under which WebDriver returns an element's id. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * A script that finds the first visible match and its position. Texts are compared without word joiners and
 * non-breaking spaces.
 */
const FIND_SCRIPT = `
  const plain = (text) => (text ?? '').replace(/\\u2060/g, '').replace(/\\u00a0/g, ' ');
  const said = (each) => plain(each.getAttribute('aria-label') ?? each.alt) + plain(each.textContent);
  const seen = (each) => each.getClientRects().length > 0 && !each.closest('[aria-hidden=true],[inert]');
  const found = [...document.querySelectorAll(arguments[0])].find(
    (each) => said(each).includes(arguments[1]) && (each.type === 'file' || seen(each)),
  );
  const { x, y } = found?.getBoundingClientRect() ?? {};
  return [found ?? null, x + ' ' + y];`;

type Element = Record<typeof ELEMENT, string>;

/** One window of WebKit with its own storage, which is deleted with the window. */
export class WebKit {
  private constructor(
    private readonly session: string,
    private readonly processes: readonly ChildProcess[],
    private readonly folder: string,
  ) {}

  static async open(): Promise<WebKit> {
    const folder = await mkdtemp(join(tmpdir(), 'krapao-webkit-'));
    const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '500x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [number] = (await once(display.stdout!, 'data')) as [Buffer];
    const port = await freePort();
    const env = {
      ...process.env,
      DISPLAY: `:${number.toString().trim()}`,
      LANG: 'C.UTF-8',
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CACHE_HOME: folder,
      // WebKit opens only our own server's pages, and root has no user namespace for the sandbox.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    };
    const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
      env,
      stdio: 'ignore',
    });
    const base = `http://127.0.0.1:${port}`;
    const options = { binary: findMiniBrowser(), args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
    const { sessionId } = await retryUntilStarted(() =>
      sendCommand<{ sessionId: string }>(base, 'POST', '/session', { capabilities }),
    );
    const webkit = new WebKit(`${base}/session/${sessionId}`, [driver, display], folder);
    await webkit.call('POST', '/window/rect', { x: 0, y: 0, width: 390, height: 900 });
    return webkit;
  }

  async close(): Promise<void> {
    await this.call('DELETE', '').catch(() => undefined);
    for (const process of this.processes) {
      process.kill();
      if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async goto(url: string): Promise<void> {
    await this.call('POST', '/url', { url });
  }

  async reload(): Promise<void> {
    await this.call('POST', '/refresh', {});
  }

  /** Runs a script in the page and returns its result. A promise is awaited. */
  async evaluate<T>(body: string): Promise<T> {
    const script = `const done = arguments[0]; (async () => { ${body} })().then(done, (e) => done({ thrown: String(e) }))`;
    return this.call<T>('POST', '/execute/async', { script, args: [] });
  }

  /** Waits until an element with this selector and text is usable and has stopped moving. */
  async find(css: string, words = ''): Promise<Element> {
    let place = '';
    return waitUntil(`${css} with "${words}"`, async () => {
      const [element, at] = await this.call<[Element | null, string]>('POST', '/execute/sync', {
        script: FIND_SCRIPT,
        args: [css, words],
      });
      const isStill = at === place;
      place = at;
      return isStill ? element : null;
    });
  }

  /** Waits until no such element exists any more. */
  async waitUntilGone(css: string): Promise<void> {
    const script = 'return document.querySelectorAll(arguments[0]).length === 0';
    await waitUntil(`no ${css}`, () => this.call<boolean>('POST', '/execute/sync', { script, args: [css] }));
  }

  /** Clicks the element's position, once it has stopped moving. */
  async tap(css: string, words = ''): Promise<void> {
    await this.runOn(css, words, (element) => this.call('POST', `/element/${element}/click`, {}));
  }

  async fill(css: string, text: string): Promise<void> {
    await this.runOn(css, '', async (element) => {
      await this.call('POST', `/element/${element}/clear`, {});
      await this.call('POST', `/element/${element}/value`, { text });
    });
  }

  /** Selects a file from the phone's storage. */
  async selectFile(css: string, path: string): Promise<void> {
    await this.runOn(css, '', (element) => this.call('POST', `/element/${element}/value`, { text: path }));
  }

  /** Runs an action on an element. Retries while another element covers it, or while it is rendered again. */
  private async runOn(
    css: string,
    words: string,
    action: (element: string) => Promise<unknown>,
  ): Promise<void> {
    await waitUntil(`${css} with "${words}" in reach`, async () => {
      const element = await this.find(css, words);
      return action(element[ELEMENT]).then(
        () => true,
        (error: Error) => {
          if (/intercepted|stale|not interactable/.test(error.message)) return false;
          throw error;
        },
      );
    });
  }

  async takePicture(): Promise<Buffer> {
    return Buffer.from(await this.call<string>('GET', '/screenshot'), 'base64');
  }

  private call<T>(method: string, path: string, body?: unknown): Promise<T> {
    return sendCommand<T>(this.session, method, path, body);
  }
}

async function sendCommand<T>(base: string, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(base + path, {
    method,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`WebKit: ${value.error} ${value.message}`);
  return value;
}

async function retryUntilStarted<T>(open: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + STARTS_MS; ; await sleep(POLL_MS)) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > deadline) throw error;
    }
  }
}

async function waitUntil<T>(what: string, attempt: () => Promise<T | null | false>): Promise<T> {
  for (const deadline = Date.now() + WAITS_MS; ; await sleep(POLL_MS)) {
    const found = await attempt();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`WebKit never showed ${what}`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

/**
 * Returns the browser's path. Debian stores it next to the library, in a folder named after the architecture.
 */
function findMiniBrowser(): string {
  const folders = readdirSync('/usr/lib').flatMap((kind) => [
    `/usr/lib/${kind}/webkit2gtk-4.1`,
    `/usr/lib/${kind}/webkit2gtk-4.0`,
  ]);
  const path = folders.map((folder) => join(folder, 'MiniBrowser')).find(existsSync);
  if (!path) throw new Error('No WebKit here: apt-get install webkit2gtk-driver xvfb');
  return path;
}
