/** Records a page while it is rendered. Returns the frames in which the page changed, and one each second. */
import type { CDPSession, Page } from '@playwright/test';

/** A frame of the page. `at` is the time of its rendering, in seconds since 1970. */
interface RecordedFrame {
  at: number;
  jpeg: string;
}

export interface ClipFrame {
  /** Milliseconds from the start. */
  at: number;
  /** Base64. */
  jpeg: string;
}

export const FRAMES_PER_SECOND = 15;

export class Camera {
  private readonly frames: RecordedFrame[] = [];

  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
    private readonly started: number,
  ) {}

  /** Starts the recording with the page's current frame. */
  static async start(page: Page): Promise<Camera> {
    const session = await page.context().newCDPSession(page);
    const camera = new Camera(page, session, Date.now() / 1000);
    session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      camera.frames.push({ at: metadata.timestamp ?? Date.now() / 1000, jpeg: data });
      // A page that was left may fail to acknowledge its last frames, which does no harm.
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
    await page.evaluate(forceFrames);
    await session.send('Page.startScreencast', { format: 'jpeg', quality: 95 });
    return camera;
  }

  /** Waits until this second of the clip, so that the clip matches its captions on a slow machine too. */
  async waitUntil(second: number): Promise<void> {
    await this.page.waitForTimeout(Math.max(0, (this.started + second) * 1000 - Date.now()));
  }

  /**
   * Stops the recording. Returns at most FRAMES_PER_SECOND frames for each of `length` seconds. A frame that
   * equals the frame before is left out, except once a second.
   */
  async stop(length: number): Promise<ClipFrame[]> {
    await this.waitUntil(length);
    await this.session.send('Page.stopScreencast');
    const first = this.frames[0];
    if (!first) throw new Error('no frame was recorded');
    const clip: ClipFrame[] = [];
    let shown: RecordedFrame | undefined;
    for (let i = 0; i < length * FRAMES_PER_SECOND; i++) {
      const second = i / FRAMES_PER_SECOND;
      const frame = this.frames.findLast(({ at }) => at - this.started <= second) ?? first;
      // An unchanged frame is repeated once a second, so that the encoder can refine it.
      if (frame.jpeg === shown?.jpeg && i % FRAMES_PER_SECOND !== 0) continue;
      clip.push({ at: Math.round(second * 1000), jpeg: frame.jpeg });
      shown = frame;
    }
    return clip;
  }
}

/**
 * Runs in the page. The browser may delay the last frame of a movement until the next frame. An invisible dot
 * causes that next frame.
 */
function forceFrames(): void {
  const dot = document.createElement('div');
  Object.assign(dot.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    width: '1px',
    height: '1px',
    background: 'black',
    pointerEvents: 'none',
  });
  document.documentElement.append(dot);
  let count = 0;
  setInterval(() => (dot.style.opacity = count++ % 2 ? '0.004' : '0.008'), 600);
}
