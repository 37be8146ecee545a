/** A visible finger in the film, shown a moment before each tap. */
import type { Locator } from '@playwright/test';

const AIM_MS = 450;

/** Shows a finger over the middle of `target`, then taps. */
export async function tap(target: Locator): Promise<void> {
  const page = target.page();
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to tap');
  await page.evaluate(drawFinger, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  await page.waitForTimeout(AIM_MS);
  await target.click();
}

/** Runs in the page, so it must not use names from outside. */
function drawFinger({ x, y }: { x: number; y: number }): void {
  const size = 56;
  const finger = document.createElement('div');
  Object.assign(finger.style, {
    position: 'fixed',
    left: `${x - size / 2}px`,
    top: `${y - size / 2}px`,
    width: `${size}px`,
    height: `${size}px`,
    borderRadius: '50%',
    background: 'color-mix(in oklch, var(--yolk) 55%, transparent)',
    border: '3px solid var(--yolk)',
    boxShadow: '0 0 0 1.5px var(--yolk-ink)',
    zIndex: '2147483647',
    pointerEvents: 'none',
  });
  document.documentElement.append(finger);
  const moves = [
    { transform: 'scale(1.5)', opacity: 0 },
    { transform: 'scale(1)', opacity: 1, offset: 0.3 },
    { transform: 'scale(0.75)', opacity: 1, offset: 0.6 },
    { transform: 'scale(1.1)', opacity: 0 },
  ];
  finger.animate(moves, { duration: 850, fill: 'forwards' }).onfinish = () => finger.remove();
}
