import type { Db } from '../../ground/db/database.ts';
import { membersOfAll, pageOfThese } from './reacher-queries.ts';

/** Somebody or something that rights are given to. */
interface Named {
  granteeType: string;
  granteeId: number;
}

/**
 * Everybody in an organisation that some grantees stand for, and by which of them, as places in the list given: one query a kind, however
 * many there are. Sub-departments count, disabled people too; an organisation's guests do not.
 */
export async function membersOf(db: Db, grantees: readonly Named[], organisationId: number): Promise<Map<number, number[]>> {
  const members = new Map<number, Set<number>>();
  const add = (personId: number, place: number): void => {
    const held = members.get(personId);
    if (held === undefined) members.set(personId, new Set([place]));
    else held.add(place);
  };
  const placesOf = new Map(grantees.map((one, place) => [`${one.granteeType} ${one.granteeId}`, place]));
  for (const [place, one] of grantees.entries()) if (one.granteeType === 'user') add(one.granteeId, place);
  for (const type of ['group', 'role', 'department', 'organisation'] as const) {
    const ids = grantees.filter((one) => one.granteeType === type).map((one) => one.granteeId);
    if (ids.length === 0) continue;
    for (const row of await membersOfAll(db, type, { ids, organisationId })) {
      const place = placesOf.get(`${type} ${row.grantee_id}`);
      if (place !== undefined) add(row.person_id, place);
    }
  }
  return new Map([...members].map(([id, places]) => [id, [...places].toSorted((a, b) => a - b)]));
}

/** A page of some people, by name, of those who work in the organisation; the total counts those alone. */
export const pageOfPeopleAmong = (...asked: Parameters<typeof pageOfThese>) => pageOfThese(...asked);
