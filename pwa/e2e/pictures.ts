/** Generates pictures of any size, each different from all others. */
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Picture } from './sandbox';

/** Returns a picture of noise. It cannot be compressed, so the file has three bytes for each pixel. */
export function createNoisePicture(name: string, width: number, height: number): Picture {
  return encodePng(name, width, height, () => randomBytes(width * 3));
}

type Row = (y: number) => Buffer;

function encodePng(name: string, width: number, height: number, row: Row): Picture {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits for each of three colours.
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, y) => Buffer.concat([Buffer.of(0), row(y)]));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [
    buildChunk('IHDR', head),
    buildChunk('IDAT', deflateSync(Buffer.concat(rows), { level: 1 })),
    buildChunk('IEND', Buffer.alloc(0)),
  ];
  return { name, mimeType: 'image/png', buffer: Buffer.concat([signature, ...parts]) };
}

function buildChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
