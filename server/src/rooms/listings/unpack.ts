import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confined } from '../../ground/confined/confined.ts';
import type { House } from '../../ground/ctx.ts';
import { turnsOf } from '../../ground/turns.ts';
import type { Made, Maker, Making } from '../renditions/maker.ts';

/** For one file altogether, and for one piece of it. */
const [wholeMs, pieceMs] = [100_000, 50_000];
/** Files are fetched in pieces: never more than one of them is held. */
const pieceBytes = 8 << 20;

/**
 * Unpacks one file of an archive or a mail into the folder of the making; `param` is its place in the list. A process holds the file
 * that it unpacks until the last piece is fetched. So each file has a pool of one process for itself all that time: pieces of two files
 * in turn would have both of them unpacked anew for each piece.
 */
export function unpackBy(pools: ((house: House) => Confined)[]): Maker['make'] {
  const free = [...pools];
  const inTurn = turnsOf(free.length);
  return (making) =>
    inTurn(making.urgent, async () => {
      const pool = free.pop();
      if (pool === undefined) throw new Error('No process is free');
      try {
        return await fetchPieces(pool(making.house), making);
      } finally {
        free.push(pool);
      }
    });
}

async function fetchPieces(process: Confined, { source, path, folder, param, urgent }: Making): Promise<Made> {
  const { ext, name, size } = source;
  const end = performance.now() + wholeMs;
  const unpacked = join(folder, 'entry');
  const file = await open(unpacked, 'wx');
  try {
    for (let from = 0; ; ) {
      const timeoutMs = Math.min(pieceMs, end - performance.now());
      if (timeoutMs <= 0) return { ok: false, reason: 'timeout' };
      const terms = { place: Number(param), from };
      const answer = await process.run('piece', { path, ext, name, size }, { timeoutMs, maxOutput: pieceBytes, urgent, terms });
      if (!answer.ok) return answer;
      const bytes = answer.bytes ?? Buffer.alloc(0);
      await file.writeFile(bytes);
      from += bytes.length;
      if (answer.cut !== true || bytes.length === 0) return { ok: true, content: { file: unpacked } };
    }
  } finally {
    await file.close();
  }
}
