/** Encodes a film in the browser, so that no other program is needed. */
import type { Page } from '@playwright/test';
import type { ClipFrame } from './camera';
import { buildWebm, type Frame } from './webm';

const SIZE = { width: 540, height: 1168 };
/** Bit rates from the best quality down. The first that gives a small enough file is used. */
const BITS_PER_SECOND = [1_200_000, 600_000, 400_000, 270_000, 180_000];
/** The interval of key frames in ms: one at the start of each caption. Players can seek to key frames. */
const KEY_EVERY_MS = 6_000;

interface Chunk {
  at: number;
  isKey: boolean;
  base64: string;
}

/**
 * Returns the best clip of at most `maxBytes` bytes. Needs a page of the app's origin: only secure pages may
 * encode.
 */
export async function encodeClip(
  page: Page,
  clip: ClipFrame[],
  length: number,
  maxBytes: number,
): Promise<Buffer> {
  for (const bitrate of BITS_PER_SECOND) {
    const frames = await encodeAt(page, clip, bitrate);
    const film = buildWebm({ ...SIZE, length: length * 1000, frames });
    if (film.length <= maxBytes) return film;
  }
  throw new Error(`the film does not fit into ${maxBytes} bytes`);
}

async function encodeAt(page: Page, clip: ClipFrame[], bitrate: number): Promise<Frame[]> {
  const encoder = await page.evaluateHandle(openEncoder, { ...SIZE, bitrate });
  let nextKey = 0;
  for (const { at, jpeg } of clip) {
    const isKey = at >= nextKey;
    if (isKey) nextKey += KEY_EVERY_MS;
    await encoder.evaluate((each, frame) => each.add(frame), { at, jpeg, isKey });
  }
  const chunks = await encoder.evaluate((each) => each.finish());
  return chunks.map(({ at, isKey, base64 }) => ({ at, isKey, data: Buffer.from(base64, 'base64') }));
}

/** Runs in the page, so it must not use names from outside. */
async function openEncoder(size: { width: number; height: number; bitrate: number }) {
  const { width, height } = size;
  const chunks: Chunk[] = [];
  let failed: unknown;
  const base64Of = (bytes: Uint8Array) =>
    btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  // VP8 has only BT.601 colours in the limited range. By default the browser writes others, and players show
  // pale tints as white.
  const planesOf = (rgba: Uint8ClampedArray) => {
    const half = width / 2;
    const pixels = width * height;
    const planes = new Uint8Array(pixels * 1.5);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const i = (y * width + x) * 4;
        planes[y * width + x] = Math.round(
          16 + (65.481 * rgba[i]! + 128.553 * rgba[i + 1]! + 24.966 * rgba[i + 2]!) / 255,
        );
      }
    }
    const row = width * 4;
    for (let y = 0; y < height; y += 2) {
      for (let x = 0; x < width; x += 2) {
        const i = y * row + x * 4;
        const r = (rgba[i]! + rgba[i + 4]! + rgba[i + row]! + rgba[i + row + 4]!) / 4;
        const g = (rgba[i + 1]! + rgba[i + 5]! + rgba[i + row + 1]! + rgba[i + row + 5]!) / 4;
        const b = (rgba[i + 2]! + rgba[i + 6]! + rgba[i + row + 2]! + rgba[i + row + 6]!) / 4;
        const place = pixels + (y / 2) * half + x / 2;
        planes[place] = Math.round(128 + (-37.797 * r - 74.203 * g + 112 * b) / 255);
        planes[place + pixels / 4] = Math.round(128 + (112 * r - 93.786 * g - 18.214 * b) / 255);
      }
    }
    return planes;
  };
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      chunks.push({
        at: Math.round(chunk.timestamp / 1000),
        isKey: chunk.type === 'key',
        base64: base64Of(bytes),
      });
    },
    error: (error) => (failed = error),
  });
  encoder.configure({
    ...size,
    codec: 'vp8',
    framerate: 15,
    bitrateMode: 'variable',
    latencyMode: 'quality',
  });
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  return {
    async add({ at, jpeg, isKey }: { at: number; jpeg: string; isKey: boolean }) {
      const bytes = Uint8Array.from(atob(jpeg), (char) => char.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
      context.drawImage(picture, 0, 0, width, height);
      picture.close();
      const planes = planesOf(context.getImageData(0, 0, width, height).data);
      const frame = new VideoFrame(planes, {
        format: 'I420',
        codedWidth: width,
        codedHeight: height,
        timestamp: at * 1000,
      });
      encoder.encode(frame, { keyFrame: isKey });
      frame.close();
    },
    async finish() {
      await encoder.flush();
      encoder.close();
      if (failed) throw failed;
      return chunks;
    },
  };
}
