import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SpinResult, SpinWheel } from '@/data/api/types';
import type { CouponGroup } from '@/data/domains/rewards/spin';
import { startI18n } from '@/i18n';
import { keepTogether } from '@/i18n/keep-together';
import '@/i18n/spin-texts';
import { CouponTable } from './coupon-table';
import { Hub } from './hub';
import { buildSlicePath, computeSlicePlace } from './geometry';
import { Odds } from './odds';
import { useTurn } from './use-turn';
import { Wheel } from './wheel';

const coupons = vi.hoisted(() => ({ all: [] as CouponGroup[] }));
vi.mock('@/data/domains/rewards/use-rewards', () => ({ useCoupons: () => coupons.all }));

const buildTexts = (text: string) => ({ th: text, lo: text, en: text });
const buildSlice = (code: string, weight: number) =>
  ({
    code,
    weight,
    labels: buildTexts(code),
    bgColor: '#ffffff',
    textColor: '#000000',
    prize: { code: code.slice(0, 1), names: buildTexts(`Prize ${code.slice(0, 1)}`) },
  }) as unknown as SpinWheel['slices'][number];
const slices = [buildSlice('A1', 1), buildSlice('B1', 3), buildSlice('B2', 4)];
const wheel = { slices, weight: 8 } as SpinWheel;

beforeAll(() => startI18n('en'));
afterEach(cleanup);

describe('the coupon table', () => {
  // spec 2.90, 9.33
  it('the coupon table shows three prizes per page', () => {
    coupons.all = ['A', 'B', 'C', 'D'].map((code) => ({
      prize: { code, names: buildTexts(code) } as unknown as CouponGroup['prize'],
      amount: 5,
      currency: 'BAHT',
      count: 2,
      expiresAt: '2026-12-23T00:00:00Z',
    }));
    render(<CouponTable wheel={wheel} />);

    expect(screen.getAllByRole('button', { name: /^Claim/ })).toHaveLength(3);
    expect(screen.getByText('1 / 2')).toBeTruthy();
  });
});

describe('the spin button', () => {
  // spec 4.25, 4.28
  it.each([0, -1])('the spin button is grey and disabled without a coin: %d', (coins) => {
    const onSpin = vi.fn();
    const hub = { size: 350, busy: false, offline: false, onSpin };
    const { rerender } = render(<Hub {...hub} coins={1} />);
    const button = screen.getByRole<HTMLButtonElement>('button');
    expect(button.className).not.toContain('bg-off-soft');

    rerender(<Hub {...hub} coins={coins} />);
    button.click();

    expect(button.className).toContain('bg-off-soft');
    expect(onSpin).not.toHaveBeenCalled();
  });

  it.each([
    ['without a coin', { coins: 0, busy: false, offline: false }, 'No coins'],
    ['while offline', { coins: 2, busy: false, offline: true }, keepTogether('2 coins')],
  ])('the spin button is disabled %s', (_, state, words) => {
    render(<Hub size={350} onSpin={vi.fn()} {...state} />);

    const button = screen.getByRole<HTMLButtonElement>('button');
    expect(button.disabled).toBe(true);
    expect(button.textContent).toContain(words);
  });

  // spec 4.25
  it('the spin button ignores taps while the wheel turns', () => {
    const onSpin = vi.fn();
    render(<Hub size={350} coins={1} busy offline={false} onSpin={onSpin} />);

    screen.getByRole('button').click();

    expect(onSpin).not.toHaveBeenCalled();
  });
});

describe('the odds', () => {
  it('the odds of a prize include all of its slices', () => {
    render(<Odds wheel={wheel} />);

    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '12.5%',
      '87.5%',
    ]);
  });
});

describe('the other slices', () => {
  // spec 4.26
  it('the other slices are dimmed only after one has won', () => {
    const buildWheel = (winning?: string) => (
      <Wheel slices={slices} size={350} turned={0} winning={winning} disc={createRef()}>
        {null}
      </Wheel>
    );
    const { container, rerender } = render(buildWheel());
    const shade = container.querySelectorAll('svg')[1]!;
    expect(shade.getAttribute('class')).toContain('opacity-0');

    rerender(buildWheel('B1'));

    expect(shade.getAttribute('class')).toContain('opacity-100');
    const dimmed = [...shade.querySelectorAll('path')].map((path) => path.getAttribute('d'));
    expect(dimmed).toEqual(
      [0, 2].map((i) => buildSlicePath(computeSlicePlace(i, slices.length), 175 * 0.32, 175 * 0.865)),
    );
  });
});

describe('a turn', () => {
  // spec 4.24, 4.26
  it('a turn of the wheel ends on the slice, shows it for two seconds, and stops', () => {
    vi.useFakeTimers();
    const onOver = vi.fn();
    const { result } = renderHook(() => useTurn(slices, onOver));
    expect(result.current.phase).toBe('still');
    const won = { code: 'B1' } as SpinResult;

    act(() => result.current.turn(won));
    expect(result.current.phase).toBe('turning');
    act(() => vi.advanceTimersByTime(600));
    expect(result.current).toMatchObject({ phase: 'landed', won, turned: 240 });
    act(() => vi.advanceTimersByTime(1_999));
    expect(onOver).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(1));

    expect(onOver).toHaveBeenCalledExactlyOnceWith(won);
    expect(result.current.phase).toBe('still');
    vi.useRealTimers();
  });
});

describe('a label', () => {
  // spec 9.37
  it('a label of the wheel longer than 90 px is drawn smaller', () => {
    const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
    Object.assign(Object.getPrototypeOf(text) as object, { getComputedTextLength: () => 180 });
    render(
      <Wheel slices={slices} size={500} turned={0} disc={createRef()}>
        {null}
      </Wheel>,
    );

    const [label] = document.querySelectorAll('svg text');
    expect(Number(label!.getAttribute('font-size'))).toBe(15 * (90 / 180));
  });
});
