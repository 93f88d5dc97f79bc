import { right } from '@dossier/contract/core/rights';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { readVersions } from '../../../platform/db/versions.ts';
import { rightsLookupOn } from '../../access/effective-rights.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { effectiveMembershipIn } from '../../identity/effective-membership.ts';

const needed = right.visible | right.read;

interface Asked {
  item: ItemRow;
  people: readonly number[];
  now: number;
}

/** Those among some people who may read a document at this moment. */
export async function readersAmong(services: Services, db: Db, { item, people, now }: Asked): Promise<Set<number>> {
  const readers = new Set<number>();
  if (people.length === 0 || item.bin_id !== 0) return readers;
  const versions = await readVersions(db);
  const bitsOf = await rightsLookupOn(services, db, { aclId: item.acl_id, at: now });
  for (const personId of new Set(people)) {
    const { principals, until } = await effectiveMembershipIn(services, db, { personId, spaceId: item.organisation_id, versions });
    if (until > now && (bitsOf(principals) & needed) === needed) readers.add(personId);
  }
  return readers;
}
