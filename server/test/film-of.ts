import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A second of a picture that moves and of a tone, for the program that makes films. */
export const [picture, tone] = ['-f lavfi -i testsrc=size=320x180:rate=10:duration=1', '-f lavfi -i sine=frequency=440:duration=1'];

/** A film or a sound made by the machine's own program, as its arguments say. */
export async function filmOf(name: string, args: string, program = 'ffmpeg'): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-film-'));
  try {
    await promisify(execFile)(program, [...`-loglevel error ${args}`.split(' '), join(folder, name)]);
    return await readFile(join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
