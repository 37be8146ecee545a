import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readSlipQr, type QrReading } from './read-qr';
import { shrinkPicture } from './enqueue-slip';

vi.mock('./read-qr');

const large = new File([new Uint8Array(3_000_000)], 'photo.jpg');
const redrawn = new Blob([new Uint8Array(300_000)], { type: 'image/jpeg' });
const SLIP: QrReading = { found: true, isSlip: true };
const NONE: QrReading = { found: false, isSlip: false };

/** Sets what the reader finds in the original picture, and in the redrawn one. */
function setReadings(before: QrReading, after: QrReading): void {
  vi.mocked(readSlipQr).mockImplementation(async (file) => (file === large ? before : after));
}

beforeEach(() => {
  vi.mocked(readSlipQr).mockReset();
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => {} }));
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(redrawn));
});

describe('a large picture', () => {
  it('a large picture is sent small if its QR stays readable', async () => {
    setReadings(SLIP, SLIP);

    expect(await shrinkPicture(large)).toBe(redrawn);
  });

  it('a large picture stays unchanged if its QR would be lost', async () => {
    setReadings(SLIP, NONE);

    expect(await shrinkPicture(large)).toBe(large);
  });

  it('a large picture stays unchanged if only the server may find its QR', async () => {
    setReadings(NONE, NONE);

    expect(await shrinkPicture(large)).toBe(large);
  });

  it('a large picture stays unchanged if the browser cannot draw it', async () => {
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('unknown type')));

    expect(await shrinkPicture(large)).toBe(large);
  });

  it('shrinking a large picture ends after a few seconds', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('createImageBitmap', () => new Promise(() => {}));

    const shrunk = shrinkPicture(large);
    await vi.advanceTimersByTimeAsync(6_000);

    expect(await shrunk).toBe(large);
    vi.useRealTimers();
  });
});

it('a screenshot is not shrunk', async () => {
  const small = new File([new Uint8Array(400_000)], 'slip.png');

  expect(await shrinkPicture(small)).toBe(small);
  expect(readSlipQr).not.toHaveBeenCalled();
});
