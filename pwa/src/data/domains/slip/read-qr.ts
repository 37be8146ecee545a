/**
 * Looks for a slip's QR code before the picture is queued. The hint "no QR found, take it again" helps most
 * while the member still has the slip. The app refuses nothing here; the server decides.
 */
import { scriptUrl } from '../../device/trusted';
import { crc16, parseTlv } from '../../kit/tlv';

export interface QrReading {
  /** The picture has a readable QR code. */
  found: boolean;
  /** A QR code of the picture belongs to a bank slip. */
  isSlip: boolean;
}

/** The browser's barcode detector, which TypeScript's libraries lack. */
interface Detector {
  detect(source: ImageBitmap): Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/**
 * readSlipQr returns whether the picture has a QR code, and whether the code belongs to a slip. It never
 * rejects: an unreadable picture has none.
 */
export async function readSlipQr(file: Blob): Promise<QrReading> {
  let bitmap: ImageBitmap | undefined;
  try {
    bitmap = await createImageBitmap(file);
    for (const read of [readNatively, readWithQrLibrary, readWithZxing]) {
      const texts = await read(bitmap).catch(() => []);
      if (texts.length > 0) return { found: true, isSlip: texts.some(isSlipQr) };
    }
  } catch {
    // The browser cannot decode this picture.
  } finally {
    bitmap?.close();
  }
  return { found: false, isSlip: false };
}

async function readNatively(bitmap: ImageBitmap): Promise<string[]> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return [];
  const formats = await BarcodeDetector.getSupportedFormats();
  if (!formats.includes('qr_code')) return [];
  const codes = await new BarcodeDetector({ formats: ['qr_code'] }).detect(bitmap);
  return codes.map((code) => code.rawValue);
}

async function readWithQrLibrary(bitmap: ImageBitmap): Promise<string[]> {
  return decodeInWorker('qr', pixelsOf(bitmap));
}

async function readWithZxing(bitmap: ImageBitmap): Promise<string[]> {
  return decodeInWorker('zxing', pixelsOf(bitmap));
}

/** In pixels: enough for a QR of 60 pixels in a screenshot, and small enough for an old phone's memory. */
const LONGEST_SIDE = 2400;

function pixelsOf(bitmap: ImageBitmap): ImageData {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const width = Math.round(bitmap.width * scale);
  const height = Math.round(bitmap.height * scale);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

type Reader = 'qr' | 'zxing';

/** The maximum time for a reader in ms. */
const LONGEST_MS = 8_000;

const loadWorkerUrl: Record<Reader, () => Promise<{ default: string }>> = {
  qr: () => import('./qr.worker?worker&url'),
  zxing: () => import('./zxing.worker?worker&url'),
};

/**
 * Returns the texts of the QR codes in the picture, read off the main thread. The reader is loaded on
 * first use, and ended afterwards. Rejects if it fails or takes too long.
 */
async function decodeInWorker(reader: Reader, pixels: ImageData): Promise<string[]> {
  const { default: workerUrl } = await loadWorkerUrl[reader]();
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module' });
  try {
    return await new Promise<string[]>((resolve, reject) => {
      setTimeout(() => reject(new Error('too slow')), LONGEST_MS);
      worker.onerror = () => reject(new Error('reader failed'));
      worker.onmessage = (event: MessageEvent<string[]>) => resolve(event.data);
      worker.postMessage(pixels, [pixels.data.buffer]);
    });
  } finally {
    worker.terminate();
  }
}

const CRC_TAG_LENGTH = 8;

/**
 * isSlipQr returns true for the mini QR of a Thai bank's slip (or TrueMoney's) with a correct checksum. The
 * result is only a first hint for the member ("this is no slip"). The server reads the picture itself and
 * ignores this result.
 */
export function isSlipQr(text: string): boolean {
  const fields = parseTlv(text);
  const head = fields && parseTlv(fields.get('00') ?? '');
  if (!fields || !head || !hasRightCrc(text, fields.get('91'))) return false;
  if (head.get('00') === '000001') {
    const fromBank = /^\d{3}$/.test(head.get('01') ?? '');
    return fromBank && (head.get('02') ?? '') !== '' && fields.get('51') === 'TH';
  }
  return head.get('00') === '01' && head.get('01') === '01' && (head.get('03') ?? '') !== '';
}

function hasRightCrc(text: string, crc: string | undefined): boolean {
  if (!crc) return false;
  const covered = text.slice(0, text.length - crc.length);
  if (covered.length < CRC_TAG_LENGTH || !/91\d\d$/.test(covered)) return false;
  const padded = covered.replace(/91\d\d$/, '9104');
  return crc16(padded) === Number.parseInt(crc, 16);
}
