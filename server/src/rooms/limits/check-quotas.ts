import type { Db } from '../../ground/db/database.ts';
import { wrongQuotas } from './queries.ts';

/** Compares the counter of every limit with what it counts. */
export async function* checkQuotas(db: Db): AsyncGenerator<{ kind: 'problem'; text: string }> {
  for (const { kind, holder_id, used, standing } of await wrongQuotas(db))
    yield { kind: 'problem', text: `the counter of ${kind} ${holder_id} says ${used} where ${standing} stand` };
}
