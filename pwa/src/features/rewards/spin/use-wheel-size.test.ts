import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useWheelSize } from './use-wheel-size';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const stubWindowWidth = (width: number) =>
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(width);
const resize = () => void window.dispatchEvent(new Event('resize'));

// spec 9.34
it.each([
  [320, 272],
  [411, 349],
  [412, 350],
  [1024, 350],
])('the wheel in a window %d px wide is %d px: 350, or 85 percent if that is less', (width, size) => {
  stubWindowWidth(width);

  expect(renderHook(useWheelSize).result.current).toBe(size);
});

// spec 9.34
it('the wheel is resized when the window has kept its size for half a second', () => {
  stubWindowWidth(1024);
  const { result } = renderHook(useWheelSize);
  stubWindowWidth(320);
  resize();
  act(() => void vi.advanceTimersByTime(400));
  resize();

  act(() => void vi.advanceTimersByTime(499));
  expect(result.current).toBe(350);
  act(() => void vi.advanceTimersByTime(1));

  expect(result.current).toBe(272);
});
