import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt|wasm)$/;
const MIN_BYTES = 512;

/**
 * Writes a .br and a .gz file next to every text file of the build, for the server to select from. Runs after
 * the service worker has been written.
 */
export function precompress(): Plugin {
  let dir = '';
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      dir = config.build.outDir;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(dir, { recursive: true, withFileTypes: true });
        for (const entry of entries) {
          const file = path.join(entry.parentPath, entry.name);
          if (!entry.isFile() || !COMPRESSIBLE.test(file)) continue;
          const bytes = await readFile(file);
          if (bytes.length < MIN_BYTES) continue;
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          };
          await writeFile(`${file}.br`, await brotliAsync(bytes, { params }));
          await writeFile(`${file}.gz`, await gzipAsync(bytes, { level: 9 }));
        }
      },
    },
  };
}
