// @pure
import { describe, expect, it } from 'vitest';
import { computeLabelRotation, computeSlicePlace, computeEndAngle } from './geometry';

/** Returns the index of the slice at the top of a wheel that is turned by `turned` degrees. */
function indexAtTop(turned: number, count: number): number {
  const width = 360 / count;
  return Math.round((((-turned % 360) + 360) % 360) / width) % count;
}

describe('the wheel', () => {
  it('the wheel stops with the slice at the top, from any start', () => {
    for (const count of [2, 5, 8, 16])
      for (let slice = 0; slice < count; slice++)
        for (const from of [0, 45, 123.4, 359]) {
          const end = computeEndAngle(from, computeSlicePlace(slice, count).angle, 3);

          expect(indexAtTop(end, count)).toBe(slice);
          expect(end - from).toBeGreaterThanOrEqual(3 * 360);
          expect(end - from).toBeLessThan(4 * 360);
        }
  });

  it('no label of the wheel is upside down', () => {
    for (let angle = 0; angle < 360; angle += 5) {
      const shown = ((computeLabelRotation(angle) % 360) + 360) % 360;

      expect(shown <= 90 || shown >= 270).toBe(true);
    }
  });
});
