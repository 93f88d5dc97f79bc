import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** ffmpeg arguments for a second of a moving test image and of a tone. */
export const [image, tone] = ['-f lavfi -i testsrc=size=320x180:rate=10:duration=1', '-f lavfi -i sine=frequency=440:duration=1'];

/** A media file made by ffmpeg or another program with these arguments. */
export async function mediaFile(name: string, args: string, program = 'ffmpeg'): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-film-'));
  try {
    await promisify(execFile)(program, [...`-loglevel error ${args}`.split(' '), join(folder, name)]);
    return await readFile(join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A tenth of a second of silence as WAV, made without any program. */
export function silence(): Buffer {
  const samples = 800;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  // PCM, one channel, 8,000 samples a second of a byte each
  for (const [value, at] of [
    [16, 16],
    [8000, 24],
    [8000, 28],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

/** Two consecutive frames of silence, as MP3 and as bare AAC: frame headers, and as many zeros as they announce. */
export const soundFrames = {
  mp3: twice([0xff, 0xfb, 0x90, 0x64], 417),
  aac: twice([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc], 16),
};

function twice(head: number[], length: number): Buffer {
  const frame = Buffer.concat([Buffer.from(head), Buffer.alloc(length - head.length)]);
  return Buffer.concat([frame, frame]);
}
