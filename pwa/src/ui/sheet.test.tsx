import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { SheetOpen, useSeen } from './sheet';

function show(isThere: boolean, isOpen: boolean) {
  const onGone = vi.fn();
  const props = { isThere, isOpen };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SheetOpen value={props.isOpen}>{children}</SheetOpen>
  );
  const { rerender, unmount } = renderHook(() => useSeen(props.isThere, onGone), { wrapper });
  const become = (next: Partial<typeof props>) => {
    Object.assign(props, next);
    rerender();
  };
  return { become, unmount, onGone };
}

it('what was seen is over once the sheet has gone, and not while it closes', () => {
  const { become, unmount, onGone } = show(false, true);

  become({ isThere: true });
  become({ isOpen: false });
  expect(onGone).not.toHaveBeenCalled();
  unmount();

  expect(onGone).toHaveBeenCalledOnce();
});

it('what comes while the sheet closes has been seen by nobody, and stays', () => {
  const { become, unmount, onGone } = show(false, true);

  become({ isOpen: false });
  become({ isThere: true });
  unmount();

  expect(onGone).not.toHaveBeenCalled();
});

it('what is taken away before the sheet goes is not over a second time', () => {
  const { become, unmount, onGone } = show(true, true);

  become({ isThere: false });
  unmount();

  expect(onGone).not.toHaveBeenCalled();
});
