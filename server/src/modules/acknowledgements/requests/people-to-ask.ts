import { maxAskedPeople } from '@dossier/contract/acknowledgements/acknowledgements';
import { type GranteeType, right } from '@dossier/contract/core/rights';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { usersWithAccess } from '../../access/users-with-access.ts';
import { usersOfPrincipal } from '../../identity/principals.ts';

/** Whom a request names. */
export interface NamedPrincipal {
  granteeType: GranteeType;
  granteeId: string;
}

const toRead = right.visible | right.read;

/** A moment at which rights on a document are looked up, without a caller. */
interface At {
  services: Services;
  db: Db;
  now: number;
  item: ItemRow;
}

/** Whether users have some rights on a document. */
export async function rightsOfUsers({ services, db, now, item }: At): Promise<(personId: number, needed?: number) => boolean> {
  const { bits } = await usersWithAccess({ services, db, now, user: { organisationId: item.organisation_id } }, item.acl_id);
  return (personId, needed = toRead) => item.bin_id === 0 && (bits(personId) & needed) === needed;
}

/** The ids of users whom a request names. */
export interface PeopleToAsk {
  people: number[];
  /** They may not read the document. */
  leftOut: number[];
}

/** The users that principals stand for now: who of them may read the document, and who may not; undefined for more than can be asked. */
export async function peopleToAsk(at: At, named: readonly NamedPrincipal[]): Promise<PeopleToAsk | undefined> {
  const all = new Set<number>();
  for (const { granteeType, granteeId } of named) {
    const members = await usersOfPrincipal(at, { type: granteeType, id: Number(granteeId), limit: maxAskedPeople + 1 });
    for (const id of members) all.add(id);
    if (all.size > maxAskedPeople) return undefined;
  }
  const may = await rightsOfUsers(at);
  return { people: [...all].filter((id) => may(id)), leftOut: [...all].filter((id) => !may(id)) };
}
