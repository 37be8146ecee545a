import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { renderHook, act } from '@testing-library/react';

type UpdateModule = typeof import('./update');

class FakeWorker extends EventTarget {
  postMessage = vi.fn();
}

class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
  update = vi.fn(async () => {});
}

class FakeContainer extends EventTarget {
  controller: object | null = {};
  registration = new FakeRegistration();
  register = vi.fn(async () => this.registration);
}

let container: FakeContainer;
let module: UpdateModule;
let unsavedWork: typeof import('../kit/unsaved-work');
const reload = vi.fn();
let listening: MockInstance<typeof addEventListener>;

/** Each test loads the modules again, like a new page. */
beforeEach(async () => {
  listening = vi.spyOn(globalThis, 'addEventListener');
  vi.resetModules();
  vi.stubEnv('DEV', false);
  container = new FakeContainer();
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  vi.spyOn(location, 'reload').mockImplementation(reload);
  setVisibility('visible');
  sessionStorage.clear();
  module = await import('./update');
  unsavedWork = await import('../kit/unsaved-work');
});

afterEach(() => {
  for (const [type, listener] of listening.mock.calls) removeEventListener(type, listener as EventListener);
  listening.mockRestore();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  reload.mockReset();
});

function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Simulates a new version that was installed while the page runs. */
function install(): FakeWorker {
  const { registration } = container;
  const worker = new FakeWorker();
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  registration.waiting = worker;
  act(() => void worker.dispatchEvent(new Event('statechange')));
  return worker;
}

const activateWorker = () => act(() => void container.dispatchEvent(new Event('controllerchange')));

describe('a new version', () => {
  it('a new version is offered, and activated when the member applies it', async () => {
    await module.startUpdates();
    const { result } = renderHook(() => module.useUpdate());
    const worker = install();
    expect(result.current.ready).toBe(true);

    result.current.apply();
    activateWorker();

    expect(worker.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
    expect(reload).toHaveBeenCalledOnce();
  });

  it('the request to activate a waiting version is repeated until the version is active', async () => {
    await module.startUpdates();
    const { result } = renderHook(() => module.useUpdate());
    const worker = install();
    vi.useFakeTimers();

    result.current.apply();
    vi.advanceTimersByTime(7_000);
    expect(worker.postMessage).toHaveBeenCalledTimes(3);
    container.registration.waiting = null;
    vi.advanceTimersByTime(60_000);

    expect(worker.postMessage).toHaveBeenCalledTimes(3);
  });

  it('a new version is activated automatically when the page is hidden', async () => {
    await module.startUpdates();
    const worker = install();

    setVisibility('hidden');

    expect(worker.postMessage).toHaveBeenCalledOnce();
  });

  it('a page that is being left does not activate a version; a page that is shown again and then hidden does', async () => {
    await module.startUpdates();
    const worker = install();

    dispatchEvent(new Event('pagehide'));
    setVisibility('hidden');
    expect(worker.postMessage).not.toHaveBeenCalled();
    setVisibility('visible');
    dispatchEvent(new Event('pageshow'));
    setVisibility('hidden');

    expect(worker.postMessage).toHaveBeenCalledOnce();
  });

  it('a form with unsaved input prevents the activation', async () => {
    await module.startUpdates();
    const worker = install();
    unsavedWork.setUnsaved('withdraw', true);

    setVisibility('hidden');

    expect(worker.postMessage).not.toHaveBeenCalled();
  });

  it('a new version is offered once no form has unsaved input', async () => {
    await module.startUpdates();
    const { result } = renderHook(() => module.useUpdate());
    act(() => unsavedWork.setUnsaved('withdraw', true));
    install();
    expect(result.current.ready).toBe(false);

    act(() => unsavedWork.setUnsaved('withdraw', false));

    expect(result.current.ready).toBe(true);
  });

  it('a page that the first installation took control of reloads too', async () => {
    container.controller = null;
    await module.startUpdates();
    const { result } = renderHook(() => module.useUpdate());
    container.controller = {};
    activateWorker();
    expect(reload).not.toHaveBeenCalled();
    install();

    result.current.apply();
    activateWorker();

    expect(reload).toHaveBeenCalledOnce();
  });

  it('a version that another tab activated shows a banner, not a reload', async () => {
    await module.startUpdates();
    const { result } = renderHook(() => module.useUpdate());

    activateWorker();
    expect(reload).not.toHaveBeenCalled();
    expect(result.current.ready).toBe(true);

    result.current.apply();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('the page checks for a new version when it is shown again, at most hourly', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await module.startUpdates();
    setVisibility('visible');
    expect(container.registration.update).not.toHaveBeenCalled();

    vi.advanceTimersByTime(61 * 60_000);
    setVisibility('visible');
    setVisibility('visible');

    expect(container.registration.update).toHaveBeenCalledOnce();
  });
});

it('the first installation does not reload the page', async () => {
  container.controller = null;
  await module.startUpdates();

  activateWorker();

  expect(reload).not.toHaveBeenCalled();
});

describe('a chunk that a deployment removed', () => {
  const fail = () => dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

  it('a missing chunk reloads the page once', async () => {
    await module.startUpdates();

    fail();
    fail();

    expect(reload).toHaveBeenCalledOnce();
  });

  it('a missing chunk reloads the page even if the clock was set back a year since the last reload', async () => {
    await module.startUpdates();
    fail();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 365 * 86_400_000 });

    fail();

    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('a missing chunk activates a waiting version, since the old one’s cache would lack it after a reload', async () => {
    await module.startUpdates();
    const worker = install();

    fail();
    expect(reload).not.toHaveBeenCalled();
    activateWorker();

    expect(worker.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
    expect(reload).toHaveBeenCalledOnce();
  });

  it('a missing chunk offers a reload if the browser cannot store that the page was reloaded', async () => {
    await module.startUpdates();
    const { result } = renderHook(() => module.useUpdate());
    vi.stubGlobal('sessionStorage', undefined);

    act(() => void fail());

    expect(reload).not.toHaveBeenCalled();
    expect(result.current).toMatchObject({ ready: true, lacksFile: true });
    vi.unstubAllGlobals();
  });

  it('a missing chunk does not reload over unsaved input, and offers the reload once there is none', async () => {
    await module.startUpdates();
    const { result } = renderHook(() => module.useUpdate());
    act(() => unsavedWork.setUnsaved('withdraw', true));

    act(() => void fail());
    expect(reload).not.toHaveBeenCalled();
    expect(result.current.ready).toBe(false);
    act(() => unsavedWork.setUnsaved('withdraw', false));
    expect(result.current).toMatchObject({ ready: true, lacksFile: true });
    result.current.apply();

    expect(reload).toHaveBeenCalledOnce();
    install();
    expect(result.current).toMatchObject({ ready: true, lacksFile: false });
  });

  it('a missing chunk reloads the page if only a sheet is open', async () => {
    await module.startUpdates();
    act(() => unsavedWork.setUnsaved(unsavedWork.OPEN_SHEET, true));

    fail();

    expect(reload).toHaveBeenCalledOnce();
  });

  it('a missing chunk does not reload the page without a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await module.startUpdates();

    fail();

    expect(reload).not.toHaveBeenCalled();
  });
});
