import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../../ground/outside/find-program.ts';
import { runProgram } from '../../ground/outside/run-program.ts';
import type { House } from '../../ground/ctx.ts';
import { enginesOf } from '../renditions/engines.ts';
import type { Made, Making } from '../renditions/maker.ts';

const limits = { timeoutMs: 30_000, memoryMb: 2048, maxOutput: 16 * 1024 * 1024 };
/** Of so many first pictures of a film, the one that differs least from the others. */
const lookedAt = 40;
/** No small picture is larger. */
const widest = 960;

const known = new Map<string, Promise<string | undefined>>();

/** The program that reads films and songs, where the machine has it. */
export function filmEngine({ config: { searchPath } }: House): Promise<string | undefined> {
  const found = known.get(searchPath) ?? findProgram(['ffmpeg'], searchPath);
  known.set(searchPath, found);
  return found;
}

/** A still of a film, or the cover that a song brings, as a file in the folder of the making. */
export async function filmStill({
  house,
  source,
  path,
  folder,
}: Making): Promise<Extract<Made, { ok: false }> | { ok: true; path: string }> {
  const program = await filmEngine(house);
  if (program === undefined) return { ok: false, reason: 'no-engine' };
  const input = join(folder, `film.${source.ext}`);
  const still = join(folder, 'still.jpg');
  const filter = `thumbnail=${lookedAt},scale='min(${widest},iw)':-2`;
  const { shutter } = await enginesOf(house);
  const ran = await runProgram({
    ...limits,
    program,
    args: [
      ...'-nostdin -hide_banner -loglevel error -protocol_whitelist file -threads 1 -i'.split(' '),
      input,
      ...'-map 0:v:0 -frames:v 1 -q:v 3 -vf'.split(' '),
      filter,
      still,
    ],
    folder,
    inputs: [{ from: path, to: input }],
    shutter,
    signal: house.stopping,
  });
  if (!ran.ok) return { ok: false, reason: ran.reason === 'crashed' && ran.said !== '' ? 'broken' : ran.reason };
  const size = (await stat(still).catch(() => undefined))?.size ?? 0;
  return size === 0 ? { ok: false, reason: 'no-output' } : { ok: true, path: still };
}
