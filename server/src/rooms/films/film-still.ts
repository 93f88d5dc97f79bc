import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { turnsOf } from '../../ground/turns.ts';
import type { Made, Making } from '../renditions/maker.ts';
import { runFilmEngine } from './run-film-engine.ts';

const limits = { timeoutMs: 30_000, memoryMb: 2048, maxOutput: 16 * 1024 * 1024 };
/** Of so many first pictures of a film, the one that differs least from the others. */
const lookedAt = 40;
/** No still is wider. */
const widest = 960;

const inTurn = turnsOf(3);

type Still = Extract<Made, { ok: false }> | { ok: true; path: string };

/** A still of a film, or the cover that a song brings, as a file in the folder of the making. */
export const filmStill = (making: Making): Promise<Still> => inTurn(making.urgent, () => stillOf(making));

async function stillOf(making: Making): Promise<Still> {
  const still = join(making.folder, 'still.jpg');
  const filter = `thumbnail=${lookedAt},scale='min(${widest},iw)':-2`;
  const ran = await runFilmEngine(making, {
    ...limits,
    tool: 'ffmpeg',
    before: ['-threads', '1'],
    after: [...'-map 0:v:0 -frames:v 1 -q:v 3 -vf'.split(' '), filter, still],
  });
  if (!ran.ok) return ran;
  const size = (await stat(still).catch(() => undefined))?.size ?? 0;
  return size === 0 ? { ok: false, reason: 'no-output' } : { ok: true, path: still };
}
