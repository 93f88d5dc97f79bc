import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../../ground/outside/run-program.ts';
import { turnsOf } from '../../ground/turns.ts';
import { enginesOf } from '../renditions/engines.ts';
import type { Made, Maker, Making } from '../renditions/maker.ts';

const limits = { timeoutMs: 60_000, memoryMb: 2048, maxOutput: 128 * 1024 * 1024 };

const inTurn = turnsOf(2);

/** What phones take, as a picture that can be read further, by the machine's decoder. */
export const heicPicture: Maker = {
  name: 'heic',
  version: 1,
  make: (making) => inTurn(making.urgent, () => decoded(making)),
};

async function decoded({ house, path, folder }: Making): Promise<Made> {
  const { heic, shutter } = await enginesOf(house);
  if (heic === undefined) return { ok: false, reason: 'no-engine' };
  const input = join(folder, 'picture.heic');
  const ran = await runProgram({
    ...limits,
    program: heic,
    args: ['-q', '92', input, join(folder, 'out.jpg')],
    folder,
    inputs: [{ from: path, to: input }],
    shutter,
    signal: house.stopping,
  });
  if (!ran.ok) return ran.reason === 'crashed' && ran.said !== '' ? { ok: false, reason: 'broken' } : ran;
  // a file of several pictures gives each a number
  for (const name of ['out.jpg', 'out-1.jpg']) {
    const file = join(folder, name);
    if (((await stat(file).catch(() => undefined))?.size ?? 0) > 0) return { ok: true, content: { file } };
  }
  return { ok: false, reason: 'no-output' };
}
