import { act, screen, waitFor } from '@testing-library/react';
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { router as tree } from './router';
import { ok, stubServer, type TestServer } from '../test/server';

let server: TestServer;

/** Marks the page as prerendered for an address that the user may open. */
function drawAhead(): void {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
}

function show(): void {
  Reflect.deleteProperty(document, 'prerendering');
  document.dispatchEvent(new Event('prerenderingchange'));
}

beforeEach(() => {
  vi.resetModules();
  server = stubServer();
  server.on('GET /api/lookup/active', () => ok({ terminated: '' }));
  localStorage.setItem('token', 'abc');
  localStorage.setItem('locale', 'en');
  localStorage.setItem('last_sync', '5');
  sessionStorage.setItem('chat-draft', 'half a question');
  document.body.innerHTML = '<div id="root"></div>';
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage = postMessageSpy;
    },
  );
  drawAhead();
});
afterEach(() => {
  Reflect.deleteProperty(document, 'prerendering');
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const postMessageSpy = vi.fn();
const changes = () => server.calls.filter((call) => !call.startsWith('GET '));

/** Every page of the route tree, with a value for each parameter of its address. */
const pages = Object.values(tree.routesById).filter(({ children }) => !children);
const pathOf = ({ fullPath }: { fullPath: string }) => fullPath.replaceAll(/\$\w+/g, '2026-11');
const isPublic = ({ id }: { id: string }) => id.startsWith('/_public/');
const publicPaths = pages.filter(isPublic).map(pathOf);
const otherPaths = pages.filter((page) => !isPublic(page)).map(pathOf);

/** Starts the app at a path, as the browser does, and waits for what it does automatically. */
async function start(path: string): Promise<void> {
  const { router } = await import('./router');
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  await import('./main');
  await rest();
}

/** Waits until everything that has begun is done: tasks, timers and frames. */
async function rest(): Promise<void> {
  for (let i = 0; i < 20; i++) await act(() => new Promise((resolve) => setTimeout(resolve)));
}

async function left(): Promise<unknown> {
  return {
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookie: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
  };
}

describe('a page that the browser prerenders', () => {
  it.each([...publicPaths, ...otherPaths, '/register?code=PR7K2M4', '/nowhere'])(
    '%s sends no call, notifies no tab and changes nothing on the phone',
    async (path) => {
      const before = await left();

      await start(path);

      expect(server.calls).toEqual([]);
      expect(postMessageSpy).not.toHaveBeenCalled();
      expect(await left()).toEqual(before);
    },
  );

  // spec 2.15, 6.4
  it.each(publicPaths)('%s ends the session once it is shown, here and on the server', async (path) => {
    await start(path);

    show();

    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
    expect(await screen.findByRole('main')).toBeTruthy();
    expect(changes()).toEqual(['POST /api/logout']);
    await rest();
  });
});

it('the tested paths are all paths of the route tree', () => {
  expect(publicPaths).toEqual(expect.arrayContaining(['/login', '/register', '/contact']));
  expect(otherPaths).toEqual(expect.arrayContaining(['/', '/user/home', '/terminated']));
});
