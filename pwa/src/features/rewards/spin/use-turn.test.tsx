import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SpinResult, SpinWheel } from '@/data/api/types';
import { useTurn } from './use-turn';

const slices = ['A', 'B', 'C', 'D'].map((code) => ({ code })) as SpinWheel['slices'];
const onOver = vi.fn();
const animate = vi.fn<(frames: Keyframe[], options: KeyframeAnimationOptions) => Animation>();
let animation: Animation;

function Disc() {
  const { disc, phase, turn, won } = useTurn(slices, onOver);
  return (
    <>
      <div ref={disc} data-testid="disc" data-phase={phase} data-won={won?.code} />
      <button type="button" onClick={() => turn({ code: 'A' } as SpinResult)}>
        Spin
      </button>
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  animation = { cancel: vi.fn() } as unknown as Animation;
  animate.mockReset().mockImplementation(() => animation);
  onOver.mockReset();
  Object.defineProperty(HTMLElement.prototype, 'animate', { configurable: true, value: animate });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(HTMLElement.prototype, 'animate');
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const renderAndSpin = () => {
  render(<Disc />);
  fireEvent.click(screen.getByRole('button'));
};
const finishAnimation = () => act(() => animation.onfinish?.({} as AnimationPlaybackEvent));

// spec 9.35
it.each([
  ['the fewest turns in the shortest time', 0, 3, 4_000],
  ['the most turns in the longest time', 0.999_999, 4, 5_000],
])('a spin makes %s at the random value %d', (_, chance, turns, ms) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance);

  renderAndSpin();

  const [frames, { duration }] = animate.mock.lastCall!;
  expect(frames.map(({ transform }) => transform)).toEqual(['rotate(0deg)', `rotate(${turns * 360}deg)`]);
  expect(duration).toBeCloseTo(ms, 1);
});

// spec 9.35
it('the prize is shown two seconds after the wheel has stopped', () => {
  renderAndSpin();
  finishAnimation();
  expect(screen.getByTestId('disc').dataset).toMatchObject({ phase: 'landed', won: 'A' });

  act(() => void vi.advanceTimersByTime(1_999));
  expect(onOver).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));

  expect(onOver).toHaveBeenCalledExactlyOnceWith({ code: 'A' });
  expect(screen.getByTestId('disc').dataset.phase).toBe('still');
});
