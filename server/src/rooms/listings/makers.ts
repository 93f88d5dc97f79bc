import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { housePool } from '../../ground/confined/house-pool.ts';
import type { Answer } from '../../ground/confined/job.ts';
import type { Made, Maker, Making } from '../renditions/maker.ts';

const readingMs = 50_000;
/** A long list, or a mail with its pictures. */
const mostText = 24 << 20;
/** Files are fetched in pieces: never more than one of them is held. */
const pieceBytes = 8 << 20;

/** The processes that read archives and mails; what is unpacked from one is held by them. */
const readersOf = housePool(({ config }) => {
  const readable = [join(config.data, 'blobs'), join(config.data, 'renditions')];
  const tasks = fileURLToPath(new URL('./reading/tasks.ts', import.meta.url));
  return { readable, tasks, size: 2, jobsPerProcess: 200, idleMs: 30_000, heapMb: 768 };
});

type Wanted = [task: 'list' | 'mail' | 'piece', maxOutput: number, terms?: Record<string, unknown>];

function ask({ house, source, path, urgent }: Making, ...[task, maxOutput, terms]: Wanted): Promise<Answer> {
  const { ext, name, size } = source;
  return readersOf(house).run(task, { path, ext, name, size }, { timeoutMs: readingMs, maxOutput, urgent, ...(terms && { terms }) });
}

const told =
  (task: 'list' | 'mail') =>
  async (making: Making): Promise<Made> => {
    making.report(0.1);
    const answer = await ask(making, task, mostText);
    if (!answer.ok) return answer;
    return answer.cut === true ? { ok: false, reason: 'too-large' } : { ok: true, content: Buffer.from(answer.text) };
  };

/** What lies in an archive or a mail, as JSON. */
export const listMaker: Maker = { name: 'list', version: 1, make: told('list') };

/** A mail as it is shown, as JSON. */
export const mailMaker: Maker = { name: 'mail', version: 1, make: told('mail') };

/** One file out of an archive or a mail; `param` is its place in the list. */
export const entryMaker: Maker = {
  name: 'entry',
  version: 1,
  async make(making) {
    const path = join(making.folder, 'entry');
    const file = await open(path, 'wx');
    try {
      for (let from = 0; ; ) {
        const answer = await ask(making, 'piece', pieceBytes, { place: Number(making.param), from });
        if (!answer.ok) return answer;
        const bytes = answer.bytes ?? Buffer.alloc(0);
        await file.writeFile(bytes);
        from += bytes.length;
        if (answer.cut !== true || bytes.length === 0) break;
      }
    } finally {
      await file.close();
    }
    return { ok: true, content: { file: path } };
  },
};
