import type { Ctx, House, Principals } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { byRoot, factOf, treeOf } from './access.ts';
import { grantsOn, sharedAcls } from './queries.ts';
import { type GrantFact, rightsOn } from './rules.ts';

/** Whether a grant is to a person, or to something that the person belongs to. */
export const names = (grant: GrantFact, person: Principals): boolean => {
  const ids: Record<string, number[]> = {
    user: [person.personId],
    organisation: [person.organisationId],
    group: person.groups,
    department: person.departments,
    role: [...person.roles, ...person.idleRoles],
  };
  return ids[grant.granteeType]?.includes(grant.granteeId) ?? false;
};

/** Of anyone, what they may do with what stands under a list at a time; with `more`, what they might if that grant still stood. */
type Sight = (person: Principals, more?: GrantFact) => number;

/** The sight of many lists at a time, with the tree of lists read once. */
export async function sightsAt(house: House, db: Db, at: number): Promise<(aclId: number) => Promise<Sight>> {
  const { rights } = await readVersions(db);
  const tree = await treeOf(house, db, { version: rights, keep: false });
  return async (aclId) => {
    const start = tree.get(aclId);
    if (start === undefined) return () => 0;
    const roots: number[] = [];
    for (let node: typeof start | undefined = start; node !== undefined; node = tree.get(node.parentId)) roots.push(node.rootId);
    const all = (await grantsOn(db, [...new Set(roots)])).map(factOf);
    return (person, more) => {
      const grants = byRoot([...all, ...(more === undefined ? [] : [more])].filter((grant) => names(grant, person)));
      return rightsOn(start, { id: person.personId, idle: person.idleRoles, grants, tree, now: at }).bits;
    };
  };
}

/** The sight of one list. */
export const sightOn = async (house: House, db: Db, { aclId, at }: { aclId: number; at: number }): Promise<Sight> =>
  (await sightsAt(house, db, at))(aclId);

/** The lists of an organisation's shared areas, whoever sees what stands there, as JSON for `among`. */
export const sharedLists = async ({ db, user }: Ctx): Promise<string> => JSON.stringify([...(await sharedAcls(db, user.organisationId))]);
