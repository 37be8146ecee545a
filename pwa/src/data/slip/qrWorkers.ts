/** The two readers off the main thread, each loaded when it is first asked and ended after. */
import { scriptUrl } from '../trusted';

type Reader = 'qr' | 'zxing';

const LONGEST_MS = 8_000;

const ADDRESSES: Record<Reader, () => Promise<{ default: string }>> = {
  qr: () => import('./qr.worker?worker&url'),
  zxing: () => import('./zxing.worker?worker&url'),
};

/** The texts of the QR codes in the picture. Rejects if the reader fails or takes too long. */
export async function askWorker(reader: Reader, pixels: ImageData): Promise<string[]> {
  const { default: address } = await ADDRESSES[reader]();
  const worker = new Worker(scriptUrl(address), { type: 'module' });
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
