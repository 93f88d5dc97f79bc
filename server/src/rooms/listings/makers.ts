import type { Made, Maker, Making } from '../renditions/maker.ts';
import { readerPool } from './reader-pool.ts';
import { unpackBy } from './unpack.ts';

const readingMs = 50_000;
/** A long list, or a mail with its pictures. */
const mostText = 24 << 20;

const readersOf = readerPool(2);

const told =
  (task: 'list' | 'mail') =>
  async ({ house, source, path, urgent, report }: Making): Promise<Made> => {
    report(0.1);
    const { ext, name, size } = source;
    const answer = await readersOf(house).run(task, { path, ext, name, size }, { timeoutMs: readingMs, maxOutput: mostText, urgent });
    if (!answer.ok) return answer;
    return answer.cut === true ? { ok: false, reason: 'too-large' } : { ok: true, content: Buffer.from(answer.text) };
  };

/** What lies in an archive or a mail, as JSON. */
export const listMaker: Maker = { name: 'list', version: 2, make: told('list') };

/** A mail as it is shown, as JSON. */
export const mailMaker: Maker = { name: 'mail', version: 1, make: told('mail') };

/** One file out of an archive or a mail; `param` is its place in the list. */
export const entryMaker: Maker = { name: 'entry', version: 1, make: unpackBy([readerPool(1), readerPool(1)]) };
