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
export function buildWebm(film: Film): Buffer {
  const clusters = splitClusters(film.frames).map((frames) => ({
    at: frames[0]!.at,
    bytes: buildCluster(frames),
  }));
  const head = Buffer.concat([buildInfo(film.length), buildTracks(film)]);
  // All numbers have the same width, so the size of the cues is known before their content.
  const before = head.length + buildCues(clusters.map(({ at }) => ({ at, place: 0 }))).length;
  let place = before;
  const marks = clusters.map(({ at, bytes }) => {
    const mark = { at, place };
    place += bytes.length;
    return mark;
  });
  const segment = buildElement(0x18538067, head, buildCues(marks), ...clusters.map(({ bytes }) => bytes));
  return Buffer.concat([buildHeader(), segment]);
}

/** Returns one cluster per key frame, to which players can seek. */
function splitClusters(frames: Frame[]): Frame[][] {
  const groups: Frame[][] = [];
  for (const frame of frames) {
    if (frame.isKey) groups.push([]);
    groups.at(-1)!.push(frame);
  }
  return groups;
}

function buildHeader(): Buffer {
  return buildElement(
    0x1a45dfa3,
    buildElement(0x4286, encodeUint(1)), // EBMLVersion
    buildElement(0x42f7, encodeUint(1)), // EBMLReadVersion
    buildElement(0x42f2, encodeUint(4)), // EBMLMaxIDLength
    buildElement(0x42f3, encodeUint(8)), // EBMLMaxSizeLength
    buildElement(0x4282, encodeText('webm')), // DocType
    buildElement(0x4287, encodeUint(2)), // DocTypeVersion
    buildElement(0x4285, encodeUint(2)), // DocTypeReadVersion
  );
}

function buildInfo(length: number): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(length);
  return buildElement(
    0x1549a966,
    buildElement(0x2ad7b1, encodeUint(1_000_000)), // TimestampScale: milliseconds
    buildElement(0x4489, duration),
    buildElement(0x4d80, encodeText('krapao')), // MuxingApp
    buildElement(0x5741, encodeText('krapao')), // WritingApp
  );
}

function buildTracks({ width, height }: Film): Buffer {
  const colour = buildElement(
    0x55b0,
    buildElement(0x55b1, encodeUint(6)), // matrix: BT.601
    buildElement(0x55b9, encodeUint(1)), // range: limited
    buildElement(0x55ba, encodeUint(1)), // transfer: BT.709, as on screens
    buildElement(0x55bb, encodeUint(1)), // primaries: BT.709
  );
  const picture = buildElement(
    0xe0,
    buildElement(0xb0, encodeUint(width)),
    buildElement(0xba, encodeUint(height)),
    colour,
  );
  const entry = buildElement(
    0xae,
    buildElement(0xd7, encodeUint(TRACK)),
    buildElement(0x73c5, encodeUint(TRACK)), // TrackUID
    buildElement(0x83, encodeUint(VIDEO)),
    buildElement(0x9c, encodeUint(0)), // no lacing
    buildElement(0x86, encodeText('V_VP8')),
    picture,
  );
  return buildElement(0x1654ae6b, entry);
}

function buildCues(marks: { at: number; place: number }[]): Buffer {
  const points = marks.map(({ at, place }) => {
    const position = buildElement(
      0xb7,
      buildElement(0xf7, encodeUint(TRACK)),
      buildElement(0xf1, encodeUint(place)),
    );
    return buildElement(0xbb, buildElement(0xb3, encodeUint(at)), position);
  });
  return buildElement(0x1c53bb6b, ...points);
}

function buildCluster(frames: Frame[]): Buffer {
  const start = frames[0]!.at;
  const blocks = frames.map(({ at, isKey, data }) => {
    const head = Buffer.alloc(4);
    head.writeUInt8(0x80 | TRACK, 0);
    head.writeInt16BE(at - start, 1);
    head.writeUInt8(isKey ? KEY_FRAME : 0, 3);
    return buildElement(0xa3, head, data);
  });
  return buildElement(0x1f43b675, buildElement(0xe7, encodeUint(start)), ...blocks);
}

function buildElement(id: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const name = Buffer.from(id.toString(16), 'hex');
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length));
  size.writeUInt8(0x01, 0); // Marks a size of eight bytes.
  return Buffer.concat([name, size, body]);
}

function encodeUint(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

const encodeText = (value: string): Buffer => Buffer.from(value, 'ascii');
