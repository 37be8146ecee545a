/** Real touches with their own timestamps, so that no machine is too slow for a swipe. */
import type { CDPSession, Page } from '@playwright/test';

export class Finger {
  private at = { x: 0, y: 0 };
  /** In seconds. */
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

  /** Moves the finger down (or up, if negative) in small steps that take this time in all. */
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
