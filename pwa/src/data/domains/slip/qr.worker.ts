/** A worker that reads QR codes, so that reading a picture does not block the main thread. */
import decodeQR from 'qr/decode.js';

const EFFORT = 3;
const OPTIONAL_MS = 1_500;

addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  const { width, height, data: pixels } = data;
  try {
    postMessage([decodeQR({ width, height, data: pixels }, { effort: EFFORT, timeLimit: OPTIONAL_MS })]);
  } catch {
    postMessage([]);
  }
});
