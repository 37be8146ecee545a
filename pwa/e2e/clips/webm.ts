/**
 * Writes a WebM file with one VP8 track. The browser's own recorder omits the duration and the seek points.
 * Without them no player shows a time line.
 */
export interface Frame {
  /** Milliseconds from the start. */
  at: number;
  isKey: boolean;
  data: Buffer;
}

export interface Film {
  width: number;
  height: number;
  /** Milliseconds. */
  length: number;
  /** In order; the first one is a key frame. */
  frames: Frame[];
}

const TRACK = 1;
const VIDEO = 1;
const KEY_FRAME = 0x80;

/**
 * Returns the file. The seek points come before the frames, so that a player need not fetch the end of the
 * file first.
 */
export function webm(film: Film): Buffer {
  const clusters = split(film.frames).map((frames) => ({ at: frames[0]!.at, bytes: cluster(frames) }));
  const head = Buffer.concat([info(film.length), tracks(film)]);
  // All numbers have the same width, so the size of the cues is known before their content.
  const before = head.length + cues(clusters.map(({ at }) => ({ at, place: 0 }))).length;
  let place = before;
  const marks = clusters.map(({ at, bytes }) => {
    const mark = { at, place };
    place += bytes.length;
    return mark;
  });
  const segment = element(0x18538067, head, cues(marks), ...clusters.map(({ bytes }) => bytes));
  return Buffer.concat([header(), segment]);
}

/** Returns one cluster per key frame, to which players can seek. */
function split(frames: Frame[]): Frame[][] {
  const groups: Frame[][] = [];
  for (const frame of frames) {
    if (frame.isKey) groups.push([]);
    groups.at(-1)!.push(frame);
  }
  return groups;
}

function header(): Buffer {
  return element(
    0x1a45dfa3,
    element(0x4286, uint(1)), // EBMLVersion
    element(0x42f7, uint(1)), // EBMLReadVersion
    element(0x42f2, uint(4)), // EBMLMaxIDLength
    element(0x42f3, uint(8)), // EBMLMaxSizeLength
    element(0x4282, text('webm')), // DocType
    element(0x4287, uint(2)), // DocTypeVersion
    element(0x4285, uint(2)), // DocTypeReadVersion
  );
}

function info(length: number): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(length);
  return element(
    0x1549a966,
    element(0x2ad7b1, uint(1_000_000)), // TimestampScale: milliseconds
    element(0x4489, duration),
    element(0x4d80, text('krapao')), // MuxingApp
    element(0x5741, text('krapao')), // WritingApp
  );
}

function tracks({ width, height }: Film): Buffer {
  const colour = element(
    0x55b0,
    element(0x55b1, uint(6)), // matrix: BT.601
    element(0x55b9, uint(1)), // range: limited
    element(0x55ba, uint(1)), // transfer: BT.709, as on screens
    element(0x55bb, uint(1)), // primaries: BT.709
  );
  const picture = element(0xe0, element(0xb0, uint(width)), element(0xba, uint(height)), colour);
  const entry = element(
    0xae,
    element(0xd7, uint(TRACK)),
    element(0x73c5, uint(TRACK)), // TrackUID
    element(0x83, uint(VIDEO)),
    element(0x9c, uint(0)), // no lacing
    element(0x86, text('V_VP8')),
    picture,
  );
  return element(0x1654ae6b, entry);
}

function cues(marks: { at: number; place: number }[]): Buffer {
  const points = marks.map(({ at, place }) => {
    const where = element(0xb7, element(0xf7, uint(TRACK)), element(0xf1, uint(place)));
    return element(0xbb, element(0xb3, uint(at)), where);
  });
  return element(0x1c53bb6b, ...points);
}

function cluster(frames: Frame[]): Buffer {
  const start = frames[0]!.at;
  const blocks = frames.map(({ at, isKey, data }) => {
    const head = Buffer.alloc(4);
    head.writeUInt8(0x80 | TRACK, 0);
    head.writeInt16BE(at - start, 1);
    head.writeUInt8(isKey ? KEY_FRAME : 0, 3);
    return element(0xa3, head, data);
  });
  return element(0x1f43b675, element(0xe7, uint(start)), ...blocks);
}

function element(id: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const name = Buffer.from(id.toString(16), 'hex');
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length));
  size.writeUInt8(0x01, 0); // Marks a size of eight bytes.
  return Buffer.concat([name, size, body]);
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

const text = (value: string): Buffer => Buffer.from(value, 'ascii');
