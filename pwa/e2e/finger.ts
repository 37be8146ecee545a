/** Sends real touches with their own timestamps, so that a slow machine does not change a swipe's speed. */
import type { CDPSession, Page } from '@playwright/test';

export class Finger {
  private at = { x: 0, y: 0 };
  /** The timestamp of the next touch, in seconds. */
  private time = Date.now() / 1000;

  private constructor(private readonly cdp: CDPSession) {}

  static async of(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  async down(x: number, y: number): Promise<void> {
    this.at = { x, y };
    this.time = Math.max(this.time + 1, Date.now() / 1000);
    await this.touch('touchStart');
  }

  /**
   * Moves the finger down, or up if `by` is negative, in small steps. The whole movement takes this many
   * milliseconds.
   */
  async drag(by: number, milliseconds: number): Promise<void> {
    const steps = 10;
    for (let n = 0; n < steps; n++) {
      this.at = { x: this.at.x, y: this.at.y + by / steps };
      this.time += milliseconds / steps / 1000;
      await this.touch('touchMove');
    }
  }

  async up(): Promise<void> {
    await this.cdp.send('Input.dispatchTouchEvent', {
      type: 'touchEnd',
      touchPoints: [],
      timestamp: this.time + 0.001,
    });
  }

  private async touch(type: 'touchStart' | 'touchMove'): Promise<void> {
    await this.cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [this.at],
      timestamp: this.time,
    });
  }
}
