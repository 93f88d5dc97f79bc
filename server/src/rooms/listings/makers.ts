import { listings } from '@dossier/contract/listings';
import type { z } from 'zod';
import { readyBytes } from '../../ground/http/ready-answer.ts';
import type { Made, Maker, Making } from '../renditions/maker.ts';
import { readerPool } from './reader-pool.ts';
import { unpackBy } from './unpack.ts';

const readingMs = 50_000;
/** A long list, or a mail with its pictures. */
const mostText = 24 << 20;

const readersOf = readerPool(2);

function parsed(shape: z.ZodType, text: string): unknown {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** What a hostile file was read as is looked at once, before anybody gets it, and kept as it is answered. */
const told =
  (task: 'list' | 'mail', shape: z.ZodType) =>
  async ({ house, source, path, urgent, report }: Making): Promise<Made> => {
    report(0.1);
    const { ext, name, size } = source;
    const answer = await readersOf(house).run(task, { path, ext, name, size }, { timeoutMs: readingMs, maxOutput: mostText, urgent });
    if (!answer.ok) return answer;
    if (answer.cut === true) return { ok: false, reason: 'too-large' };
    const data = parsed(shape, answer.text);
    return data === undefined ? { ok: false, reason: 'broken' } : { ok: true, content: await readyBytes(data) };
  };

/** What lies in an archive or a mail, as it is answered. */
export const listMaker: Maker = { name: 'list', version: 3, make: told('list', listings.entries.output) };

/** A mail as it is shown, as it is answered. */
export const mailMaker: Maker = { name: 'mail', version: 2, make: told('mail', listings.mail.output) };

/** One file out of an archive or a mail; `param` is its place in the list. */
export const entryMaker: Maker = { name: 'entry', version: 1, make: unpackBy([readerPool(1), readerPool(1)]) };
