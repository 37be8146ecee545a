/** A separate worker, loaded when a picture is read, so that the main thread is not blocked. */
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
