/**
 * The two pages that the app is compared with. An empty page shows the best result that a phone can reach.
 * The other page, `floor`, is a heading rendered with the app's own libraries in the same versions. Only the
 * difference from this page depends on our code.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const SOURCE = fileURLToPath(new URL('./floor', import.meta.url));
const EMPTY =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Hello</title><link rel="icon" href="data:,">' +
  '<meta name="viewport" content="width=device-width"><meta name="description" content="Hello"><h1>Hello</h1>';
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Builds the pages into `folder` and serves them on loopback: `floor` at `/`, the empty page at `/empty`. */
export async function serveFloor(folder: string): Promise<{ origin: string; close: () => void }> {
  await build({
    configFile: false,
    root: SOURCE,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  const pages = new Map([['/empty', page(EMPTY, '.html')]]);
  for (const name of await readdir(folder, { recursive: true })) {
    if (!TYPES[extname(name)]) continue;
    const path = name === 'index.html' ? '/' : `/${name}`;
    pages.set(path, page(await readFile(join(folder, name), 'utf8'), extname(name)));
  }
  const server = await listen(pages);
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

interface Page {
  body: Buffer;
  headers: Record<string, string>;
}

/** Returns a page, compressed and cacheable like the app's own files. */
function page(text: string, extension: string): Page {
  return {
    body: brotliCompressSync(text),
    headers: {
      'Content-Type': `${TYPES[extension]}; charset=utf-8`,
      'Content-Encoding': 'br',
      'Cache-Control': extension === '.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
    },
  };
}

async function listen(pages: Map<string, Page>): Promise<Server> {
  const server = createServer((request, response) => {
    const found = pages.get(request.url ?? '');
    if (!found) return response.writeHead(404).end();
    return response.writeHead(200, found.headers).end(found.body);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
