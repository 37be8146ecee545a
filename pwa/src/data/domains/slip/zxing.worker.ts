/**
 * A worker that reads QR codes with a megabyte of WebAssembly from our own server. It is used only for
 * pictures that the small reader cannot read.
 */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  const seen = await readBarcodes(data, {
    formats: ['QRCode'],
    tryHarder: true,
    tryInvert: true,
    maxNumberOfSymbols: 4,
  });
  postMessage(seen.map((code) => code.text));
});
