import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSnap } from './use-snap';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

/** Returns a row of three slides, each as wide as the row. It is scrolled to the second slide. */
function buildSwipedRow(): HTMLDivElement {
  const row = document.createElement('div');
  const defineSizes = (box: HTMLElement, all: Record<string, number>) => {
    for (const [name, value] of Object.entries(all)) Object.defineProperty(box, name, { value });
  };
  defineSizes(row, { clientWidth: 100, scrollLeft: 100, offsetLeft: 0 });
  for (const i of [0, 1, 2]) {
    const slide = document.createElement('div');
    defineSizes(slide, { offsetLeft: i * 100, offsetWidth: 100 });
    row.append(slide);
  }
  return row;
}

it('a completed swipe is reported to the current listener with the current choice', () => {
  const oldChoose = vi.fn();
  const newChoose = vi.fn();
  const { result, rerender } = renderHook(({ choose }) => useSnap(0, choose), {
    initialProps: { choose: oldChoose },
  });
  result.current.row.current = buildSwipedRow();

  result.current.onScroll();
  rerender({ choose: newChoose });
  vi.runAllTimers();

  expect(newChoose).toHaveBeenCalledExactlyOnceWith(1);
  expect(oldChoose).not.toHaveBeenCalled();
});
