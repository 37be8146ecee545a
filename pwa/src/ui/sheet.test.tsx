import { act, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Sheet, SheetOpen, SheetPage, useSeenOnClose } from './sheet';

afterEach(() => vi.unstubAllGlobals());

function renderSeen(isThere: boolean, isOpen: boolean) {
  const onGone = vi.fn();
  const props = { isThere, isOpen };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SheetOpen value={props.isOpen}>{children}</SheetOpen>
  );
  const { rerender, unmount } = renderHook(() => useSeenOnClose(props.isThere, onGone), { wrapper });
  const update = (next: Partial<typeof props>) => {
    Object.assign(props, next);
    rerender();
  };
  return { become: update, unmount, onGone };
}

it('a seen outcome is dismissed after the sheet has closed, and not while it closes', () => {
  const { become, unmount, onGone } = renderSeen(false, true);

  become({ isThere: true });
  become({ isOpen: false });
  expect(onGone).not.toHaveBeenCalled();
  unmount();

  expect(onGone).toHaveBeenCalledOnce();
});

it('an outcome that arrives while the sheet closes is unseen and stays', () => {
  const { become, unmount, onGone } = renderSeen(false, true);

  become({ isOpen: false });
  become({ isThere: true });
  unmount();

  expect(onGone).not.toHaveBeenCalled();
});

it('an outcome that was dismissed before the sheet closes is not dismissed twice', () => {
  const { become, unmount, onGone } = renderSeen(true, true);

  become({ isThere: false });
  unmount();

  expect(onGone).not.toHaveBeenCalled();
});

it('a footer that would cover too much of the screen scrolls with the rest, and its button stays the same', () => {
  const resizers: ((height: number) => void)[] = [];
  class FakeResizeObserver implements ResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      resizers.push((height) => callback([{ contentRect: { height } } as ResizeObserverEntry], this));
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  vi.stubGlobal('innerHeight', 640);
  render(
    <Sheet open onClose={() => {}}>
      <SheetPage title="Withdraw" footer={<button type="button">Pay out</button>}>
        To account
      </SheetPage>
    </Sheet>,
  );
  const button = screen.getByRole('button', { name: 'Pay out' });
  const isPinned = () => button.closest('[class*=overflow-y-auto]') === null;
  expect(isPinned()).toBe(true);

  act(() => resizers.forEach((each) => each(240)));

  expect(isPinned()).toBe(false);
  expect(screen.getByRole('button', { name: 'Pay out' })).toBe(button);
  act(() => resizers.forEach((each) => each(120)));
  expect(isPinned()).toBe(true);
});
