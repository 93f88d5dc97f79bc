/** One EBML element: its encoded id, and its contents. */
function element(id: number, body: Buffer): Buffer {
  const name = Buffer.from(id.toString(16).padStart(id > 0xffffff ? 8 : id > 0xffff ? 6 : id > 0xff ? 4 : 2, '0'), 'hex');
  // one byte for short contents, otherwise eight, which is always allowed
  const length = Buffer.alloc(body.length < 127 ? 1 : 8, 0x80 | body.length);
  if (length.length === 8) length.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([name, length, body]);
}

const master = (id: number, ...children: Buffer[]): Buffer => element(id, Buffer.concat(children));
const text = (id: number, value: string): Buffer => element(id, Buffer.from(value));

/** A whole number; positions in the index always have eight bytes, so that its size is known. */
function whole(id: number, value: number): Buffer {
  if (value < 256 && id !== 0xf1) return element(id, Buffer.of(value));
  const body = Buffer.alloc(8);
  body.writeBigUInt64BE(BigInt(value));
  return element(id, body);
}

function real(id: number, value: number): Buffer {
  const body = Buffer.alloc(8);
  body.writeDoubleBE(value);
  return element(id, body);
}

const header = master(
  0x1a45dfa3,
  whole(0x4286, 1),
  whole(0x42f7, 1),
  whole(0x42f2, 4),
  whole(0x42f3, 8),
  text(0x4282, 'webm'),
  whole(0x4287, 2),
  whole(0x4285, 2),
);

/** The key frame in a lossy WebP: its `VP8 ` chunk is exactly that. */
export function keyFrameOf(webp: Buffer): Buffer {
  for (let at = 12; at + 8 <= webp.length; ) {
    const size = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  throw new Error('The picture holds no VP8 frame');
}

interface Terms {
  width: number;
  height: number;
  /** Frames a second. */
  rate: number;
}

/** A video of key frames, with an index, so that a player can seek to any second at once. */
export function writeWebm(frames: Buffer[], { width, height, rate }: Terms): Buffer {
  const frameMs = 1000 / rate;
  const information = master(
    0x1549a966,
    whole(0x2ad7b1, 1_000_000),
    real(0x4489, frames.length * frameMs),
    text(0x4d80, 'Dossier'),
    text(0x5741, 'Dossier'),
  );
  const image = master(0xe0, whole(0xb0, width), whole(0xba, height));
  const track = master(
    0xae,
    whole(0xd7, 1),
    whole(0x73c5, 1),
    whole(0x83, 1),
    whole(0x9c, 0),
    text(0x86, 'V_VP8'),
    whole(0x23e383, Math.round(frameMs * 1_000_000)),
    image,
  );
  const tracks = master(0x1654ae6b, track);
  const clusters = clustersOf(frames, { rate, frameMs });
  // the index precedes the clusters, and all lengths in it are fixed, so its own size is known before its positions are
  const before = information.length + tracks.length;
  const index = cues(clusters, before + cues(clusters, 0).length);
  return Buffer.concat([header, master(0x18538067, information, tracks, index, ...clusters.map(({ bytes }) => bytes))]);
}

interface Cluster {
  time: number;
  bytes: Buffer;
}

/** One cluster a second. */
function clustersOf(frames: Buffer[], { rate, frameMs }: { rate: number; frameMs: number }): Cluster[] {
  return Array.from({ length: Math.ceil(frames.length / rate) }, (_, second) => {
    const own = frames.slice(second * rate, (second + 1) * rate);
    const blocks = own.map((frame, at) => {
      const head = Buffer.from([0x81, 0, 0, 0x80]);
      head.writeInt16BE(Math.round(at * frameMs), 1);
      return element(0xa3, Buffer.concat([head, frame]));
    });
    return { time: second * 1000, bytes: master(0x1f43b675, whole(0xe7, second * 1000), ...blocks) };
  });
}

function cues(clusters: Cluster[], start: number): Buffer {
  let place = start;
  const points = clusters.map(({ time, bytes }) => {
    const point = master(0xbb, whole(0xb3, time), master(0xb7, whole(0xf7, 1), whole(0xf1, place)));
    place += bytes.length;
    return point;
  });
  return master(0x1c53bb6b, ...points);
}
