import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withDeviceDb } from '../storage/storage';
import screens from '../../../../manifest/apple-screens.json' with { type: 'json' };

const DAY = 86_400_000;

interface Screen {
  points: [number, number];
  scale: number;
  isTablet?: boolean;
}

/** Width and height from the file's header. */
function pngSize(path: string): [number, number] {
  const file = readFileSync(join(import.meta.dirname, '../../../../manifest', path));
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
}

type InstallModule = typeof import('./install');
let module: InstallModule;
let clock: typeof import('../api/clock');
let startInstall: () => Promise<void>;

/** Each test loads the modules again, as a new page on the same device does. */
beforeEach(async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 14)');
  await withDeviceDb((db) => db.facts.clear());
  await loadPage();
});

/** Loads a new page. null means that the server does not respond. */
async function loadPage(serverTime: number | null = Date.now()): Promise<void> {
  vi.resetModules();
  clock = await import('../api/clock');
  module = await import('./install');
  const { installSnooze } = await import('../storage/device-facts');
  startInstall = () => module.startInstall(installSnooze);
  if (serverTime !== null) clock.noteServerDate(new Date(serverTime).toUTCString());
}

const startAndRender = async () => {
  await startInstall();
  return renderHook(() => module.useInstall()).result;
};

function dispatchPrompt(outcome: 'accepted' | 'dismissed'): Event {
  const event = new Event('beforeinstallprompt', { cancelable: true });
  Object.assign(event, { prompt: vi.fn(async () => {}), userChoice: Promise.resolve({ outcome }) });
  act(() => void dispatchEvent(event));
  return event;
}

describe('the browser’s install prompt', () => {
  it('the install prompt is shown only when the member asks for it', async () => {
    const install = await startAndRender();
    expect(install.current.method).toBe('none');

    const event = dispatchPrompt('accepted');

    expect(event.defaultPrevented).toBe(true);
    expect(install.current).toMatchObject({ method: 'prompt', snoozed: false });
    expect(await act(() => install.current.prompt())).toBe(true);
    expect(install.current.method).toBe('none');
  });

  it('a declined install prompt is not offered for thirty days, in later pages too', async () => {
    const install = await startAndRender();
    dispatchPrompt('dismissed');
    expect(await act(() => install.current.prompt())).toBe(false);
    await waitFor(() => expect(install.current.snoozed).toBe(true));

    await loadPage();
    expect((await startAndRender()).current.snoozed).toBe(true);

    await loadPage(Date.now() + 31 * DAY);
    expect((await startAndRender()).current.snoozed).toBe(false);
  });

  it.each([
    ['a year ahead', 365 * DAY],
    ['a year behind', -365 * DAY],
  ])(
    'a declined offer is hidden for thirty days although the phone’s clock was %s then and is corrected later',
    async (_, clockError) => {
      const now = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: now + clockError });
      await loadPage(now);
      (await startAndRender()).current.postpone();
      await waitFor(async () =>
        expect(await withDeviceDb((db) => db.facts.get('install-rested-at'))).toBeDefined(),
      );

      vi.setSystemTime(now);
      await loadPage(now);
      expect((await startAndRender()).current.snoozed).toBe(true);
      await loadPage(now + 31 * DAY);
      expect((await startAndRender()).current.snoozed).toBe(false);
      vi.useRealTimers();
    },
  );

  it('the offer is hidden until the server’s time is known', async () => {
    await loadPage(null);
    void startInstall();
    const install = renderHook(() => module.useInstall()).result;
    dispatchPrompt('accepted');
    expect(install.current).toMatchObject({ method: 'prompt', snoozed: true });

    clock.noteServerDate(new Date().toUTCString());

    await waitFor(() => expect(install.current.snoozed).toBe(false));
  });
});

describe('the splash picture of the installed app', () => {
  const splashLinks = async (points: [number, number], scale: number) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)');
    vi.stubGlobal('screen', { width: points[0], height: points[1] });
    vi.stubGlobal('devicePixelRatio', scale);
    document.head.replaceChildren();
    await startInstall();
    vi.unstubAllGlobals();
    return [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=apple-touch-startup-image]')];
  };

  it.each(screens)('a screen of $points at $scale has a splash picture of its exact size', async (screen) => {
    const { points, scale, isTablet } = screen as Screen;
    const links = await splashLinks(points, scale);

    expect(links).toHaveLength(4);
    for (const { href, media } of links) {
      const isUpright = media.includes('portrait');
      // A phone's home screen has no landscape position.
      if (!isUpright && !isTablet) continue;
      const size = points.map((each) => each * scale);
      expect(pngSize(new URL(href).pathname), href).toEqual(isUpright ? size : size.toReversed());
    }
  });

  it('only an iPhone or iPad has splash pictures', async () => {
    document.head.replaceChildren();

    await startInstall();

    expect(document.head.childElementCount).toBe(0);
  });
});

describe('a browser without an install prompt', () => {
  it.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 5, 'ios'],
    ['an iPad whose user agent names a Mac', 'Mozilla/5.0 (Macintosh)', 5, 'ios'],
    ['a Mac', 'Mozilla/5.0 (Macintosh)', 0, 'none'],
  ])('%s gets its installation method', async (_, userAgent, touches, method) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(touches);

    expect((await startAndRender()).current.method).toBe(method);
  });

  it('an installed app offers no installation', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)');

    expect((await startAndRender()).current.method).toBe('none');
  });
});
