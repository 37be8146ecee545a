/**
 * An early look at a slip's QR, before the picture is queued: "no QR seen, take it again" is
 * worth most while the member still holds the slip. It forbids nothing; the server decides.
 */
import { isSlipQr } from './miniQr';
import { pixelsOf } from './pixels';
import { askWorker } from './qrWorkers';

export interface QrReading {
  /** Some QR code is readable. */
  found: boolean;
  /** One of them is a bank slip's. */
  slip: boolean;
}

/** In no library of types yet. */
interface Detector {
  detect(source: ImageBitmap): Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** Never rejects: a picture that cannot be looked at has no QR found. */
export async function readSlipQr(file: Blob): Promise<QrReading> {
  let bitmap: ImageBitmap | undefined;
  try {
    bitmap = await createImageBitmap(file);
    for (const read of [readNatively, readWithQr, readWithZxing]) {
      const texts = await read(bitmap).catch(() => []);
      if (texts.length > 0) return { found: true, slip: texts.some(isSlipQr) };
    }
  } catch {
    // Not a picture that this browser knows.
  } finally {
    bitmap?.close();
  }
  return { found: false, slip: false };
}

async function readNatively(bitmap: ImageBitmap): Promise<string[]> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return [];
  const formats = await BarcodeDetector.getSupportedFormats();
  if (!formats.includes('qr_code')) return [];
  const seen = await new BarcodeDetector({ formats: ['qr_code'] }).detect(bitmap);
  return seen.map((code) => code.rawValue);
}

async function readWithQr(bitmap: ImageBitmap): Promise<string[]> {
  return askWorker('qr', pixelsOf(bitmap));
}

async function readWithZxing(bitmap: ImageBitmap): Promise<string[]> {
  return askWorker('zxing', pixelsOf(bitmap));
}
