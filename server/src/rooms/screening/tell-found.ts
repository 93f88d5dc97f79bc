import type { Db } from '../../ground/db/database.ts';
import { tell } from '../messages/tell.ts';
import type { Seen } from './look-through.ts';
import { judgesOf, type Looked } from './scan-queries.ts';

/** What is new in an item, of the groups that warn or block. */
export interface News {
  item: Looked;
  count: number;
}

/** Of what was found in an item what is to be told of. */
export function newsOf({ item, words }: Seen, fresh: Seen['finds']): News[] {
  const count = fresh.filter(({ group }) => (words.groups.get(group)?.action ?? 'log') !== 'log').length;
  return count === 0 ? [] : [{ item, count }];
}

/** Tells each owner of their items, and each organisation's office of all, in one message however many there are. */
export async function tellFound(db: Db, news: readonly News[], at: number): Promise<void> {
  for (const [personId, own] of Map.groupBy(news, ({ item }) => item.owner_id)) {
    const [first] = own;
    if (first === undefined) continue;
    const { id, kind, name, ext, organisation_id: spaceId } = first.item;
    const about = { objType: kind, objId: id, name, ...(ext !== '' && { ext }) };
    await tell(db, { personId, spaceId, ...about, kind: 'wordsInOwn', facts: { count: own.length }, at });
  }
  for (const [spaceId, there] of Map.groupBy(news, ({ item }) => item.organisation_id))
    for (const personId of await judgesOf(db, spaceId))
      await tell(db, { personId, spaceId, kind: 'wordsFound', facts: { count: there.length }, at });
}
