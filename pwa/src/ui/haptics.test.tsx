import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { vibrateFor } from './haptics';
import { ResultStep, type Outcome } from './result-step';
import { Sheet } from './sheet';

const vibrate = vi.fn<(pattern: number[]) => boolean>();
let hasBeenActive: boolean;
let isStill: boolean;

beforeEach(() => {
  hasBeenActive = true;
  isStill = false;
  vibrate.mockReset();
  vi.stubGlobal('navigator', {
    userAgent: '',
    vibrate,
    userActivation: {
      get hasBeenActive() {
        return hasBeenActive;
      },
    },
  });
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isStill && query.includes('reduced-motion'),
    addEventListener() {},
    removeEventListener() {},
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Result({ outcome }: { outcome: Outcome }) {
  return (
    <Sheet open onClose={() => {}}>
      <ResultStep outcome={outcome} title="" footer={null} />
    </Sheet>
  );
}

it('an outcome vibrates, once for a success and twice for a failure, and a command under way does not', () => {
  const { rerender } = render(<Result outcome="pending" />);
  expect(vibrate).not.toHaveBeenCalled();

  rerender(<Result outcome="done" />);
  rerender(<Result outcome="done" />);
  rerender(<Result outcome="failed" />);

  expect(vibrate.mock.calls.map(([pattern]) => Math.ceil(pattern.length / 2))).toEqual([1, 2]);
});

it('nothing vibrates before the first tap, or with reduced motion', () => {
  hasBeenActive = false;
  vibrateFor('done');
  hasBeenActive = true;
  isStill = true;
  vibrateFor('done');

  expect(vibrate).not.toHaveBeenCalled();
});

it('a phone without vibration is ignored', () => {
  vi.stubGlobal('navigator', { userAgent: '' });

  expect(() => vibrateFor('failed')).not.toThrow();
});
