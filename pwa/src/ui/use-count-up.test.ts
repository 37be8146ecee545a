import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCountUp } from './use-count-up';

beforeEach(() =>
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] }),
);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns the numbers shown, each once. */
function renderCountUp(first: number | undefined) {
  const shown: (number | undefined)[] = [];
  const { rerender } = renderHook(
    ({ target }) => {
      const figure = useCountUp(target);
      if (shown.at(-1) !== figure) shown.push(figure);
    },
    { initialProps: { target: first } },
  );
  return {
    shown,
    change: (target: number) => {
      shown.length = 0;
      rerender({ target });
      for (let frame = 0; frame < 60; frame++) act(() => void vi.advanceTimersByTime(16));
    },
  };
}

it('a new balance is counted up to, never back or beyond', () => {
  const { shown, change } = renderCountUp(100);

  change(1_000);

  expect(shown.length).toBeGreaterThan(5);
  expect(shown).toEqual(shown.toSorted((a, b) => a! - b!));
  expect(shown[0]).toBe(100);
  expect(shown.at(-1)).toBe(1_000);
});

it('the first balance is shown at once', () => {
  const { shown, change } = renderCountUp(undefined);

  change(100);

  expect(shown).toEqual([100]);
});

it('a new balance is shown at once to members who asked for less motion', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduce') }));
  const { shown, change } = renderCountUp(100);

  change(1_000);

  expect(shown).toEqual([100, 1_000]);
});
