import type { Context, Principals, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { readVersions } from '../../platform/db/versions.ts';
import { grantsOn, grantsTo, sharedAcls } from './acl.queries.ts';
import { aclTree, grantFactOf, grantsByRoot } from './effective-rights.ts';
import { type GrantFact, rightsOn } from './rights-rules.ts';

/** Whether a grant is to a user, or to a principal of that user. */
const isGrantTo = (grant: GrantFact, person: Principals): boolean => {
  const ids: Record<string, number[]> = {
    user: [person.personId],
    organisation: [person.organisationId],
    group: person.groups,
    department: person.departments,
    role: [...person.roles, ...person.idleRoles],
  };
  return ids[grant.granteeType]?.includes(grant.granteeId) ?? false;
};

/** A user's rights on a list at a point in time; `more` is a grant that is added, such as one just revoked. */
type RightsLookup = (person: Principals, more?: GrantFact) => number;

/** Rights look-ups for many lists at a point in time; reads the tree of lists once. */
export async function rightsLookupsAt(services: Services, db: Db, at: number): Promise<(aclId: number) => Promise<RightsLookup>> {
  const { rights } = await readVersions(db);
  const tree = await aclTree(services, db, { version: rights, keep: false });
  return async (aclId) => {
    const start = tree.get(aclId);
    if (start === undefined) return () => 0;
    const roots: number[] = [];
    for (let node: typeof start | undefined = start; node !== undefined; node = tree.get(node.parentId)) roots.push(node.rootId);
    const all = (await grantsOn(db, [...new Set(roots)])).map(grantFactOf);
    return (person, more) => {
      const grants = grantsByRoot([...all, ...(more === undefined ? [] : [more])].filter((grant) => isGrantTo(grant, person)));
      return rightsOn(start, { id: person.personId, idle: person.idleRoles, grants, tree, now: at }).bits;
    };
  };
}

/** The rights look-up for one list. */
export const rightsLookupOn = async (services: Services, db: Db, { aclId, at }: { aclId: number; at: number }): Promise<RightsLookup> =>
  (await rightsLookupsAt(services, db, at))(aclId);

/** The lists of an organisation's shared areas, regardless of visibility, as JSON for `among`. */
export const sharedAclIds = async ({ db, user }: Context): Promise<string> =>
  JSON.stringify([...(await sharedAcls(db, user.organisationId))]);

const plannedId = -1;

/** The bits that the caller would have on an item that does not exist yet, under a parent list and with its own grants. */
export async function rightsWithPlannedGrants(
  ctx: Context,
  above: number,
  { inherits, grants }: { inherits: boolean; grants: readonly Omit<GrantFact, 'id' | 'rootId'>[] },
): Promise<number> {
  const { rights } = await readVersions(ctx.db);
  const tree = await aclTree(ctx.services, ctx.db, { version: rights, keep: ctx.db === ctx.services.database.read });
  const { organisationId, principals, id } = ctx.user;
  const own = grants.map((grant) => ({ ...grant, id: plannedId, rootId: plannedId })).filter((grant) => isGrantTo(grant, principals));
  const known = grantsByRoot([...(await grantsTo(ctx.db, principals)).map(grantFactOf), ...own]);
  const start = { id: plannedId, organisationId, rootId: plannedId, depth: 0, parentId: above, inherits, ownerId: 0 };
  return rightsOn(start, { id, idle: principals.idleRoles, grants: known, tree, now: ctx.now }).bits;
}
