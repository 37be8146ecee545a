import { keepTogether } from '@/i18n/keep-together';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { Countdown } from './countdown';

const start = Date.parse('2026-11-21T07:00:00Z');

beforeAll(() => startI18n('en'));
beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const now = () => Date.now();
const renderCountdown = (seconds: number) =>
  render(<Countdown until={start + seconds * 1000} now={now} whole={600} label="left" />);
const wait = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
const shown = () => screen.getByRole('timer').firstElementChild!.textContent;

describe('a countdown', () => {
  // spec 4.12b, 9.15
  it('a countdown shows minutes and seconds, each second', () => {
    renderCountdown(458);

    expect(shown()).toBe('07:38');
    wait(1);
    expect(shown()).toBe('07:37');
  });

  // spec 4.13a
  it('a countdown ends at zero and stays there', () => {
    renderCountdown(2);

    wait(5);

    expect(shown()).toBe('00:00');
  });

  it('a countdown is announced at 60 and at 10 seconds only', () => {
    renderCountdown(75);
    const texts = new Set<string>();
    const spoken: string[] = [];
    for (let second = 0; second < 75; second++) {
      const text = screen.getByRole('status').textContent;
      if (text && !texts.has(text)) spoken.push(`${shown()} ${text}`);
      texts.add(text);
      wait(1);
    }

    expect(spoken).toEqual(['01:00 60 seconds left', '00:10 10 seconds left'].map(keepTogether));
  });

  it('a countdown catches up when a sleeping page is visible again', () => {
    renderCountdown(300);
    vi.setSystemTime(start + 200_000);

    act(() => void document.dispatchEvent(new Event('visibilitychange')));

    expect(shown()).toBe('01:40');
  });

  it('a countdown uses the given clock', () => {
    render(<Countdown until={start} now={() => Date.now() - 90_000} whole={600} label="left" />);

    expect(shown()).toBe('01:30');
  });
});
