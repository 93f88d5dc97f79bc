import { type GranteeType, level, right } from '@dossier/contract/core/rights';
import type { Context, Principals, Services, User } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { readVersions, type Versions } from '../../platform/db/versions.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ListeningSession } from '../identity/authentication.ts';
import { effectiveMembershipIn } from '../identity/effective-membership.ts';
import { contextForPerson } from '../identity/run-as.ts';
import { type AclRow, allAcls, type GrantRow, grantsOn, grantsTo, sharedAcls } from './acl.queries.ts';
import { type AclNode, type GrantFact, packRights, rightForExpired, rightsOn } from './rights-rules.ts';

/** The rights of one user by access list. Every item points to its access list. */
export interface Access {
  bits(aclId: number): number;
  /** The bits, and above them the grantable permissions. */
  hold(aclId: number): number;
  /** The lists whose items the user sees, as JSON for `among`. */
  visible: string;
  /** The visible lists that may contain an item whose parent is hidden. */
  entrances: string;
  /** The lists with the right to read. */
  readable: string;
  isVisible(aclId: number): boolean;
  /** The right without which the expired documents of a list are hidden; 0 for other lists. */
  neededFor(aclId: number): number;
  /** Whether any list needs such a right. */
  hasHidden: boolean;
  idsWith(bit: number): number[];
}

interface AccessCache {
  tree: { version: number; nodes: Map<number, AclNode> } | undefined;
  /** By user and organisation. */
  access: Map<string, { people: number; rights: number; until: number; value: Access }>;
}

const caches = new WeakMap<Services, AccessCache>();

const accessKey = (user: Pick<User, 'id' | 'organisationId' | 'roleId' | 'viewer'>): string =>
  `${user.id} ${user.organisationId} ${user.roleId}${user.viewer === undefined ? '' : ' viewed'}`;

const isCurrent = (known: { people: number; rights: number; until: number }, versions: Versions, now: number): boolean =>
  known.people === versions.people && known.rights === versions.rights && now < known.until;

const cacheOf = (services: Services): AccessCache => {
  let cache = caches.get(services);
  if (cache === undefined) {
    cache = { tree: undefined, access: new Map() };
    caches.set(services, cache);
  }
  return cache;
};

const aclNodeOf = (row: AclRow & { expired_right: number | null }): AclNode => ({
  id: row.id,
  organisationId: row.organisation_id,
  rootId: row.root_id,
  depth: row.inheritance_depth,
  parentId: row.parent_id,
  inherits: row.inherits === 1,
  ownerId: row.owner_id,
  expiredRight: row.expired_right ?? 0,
});

export const grantFactOf = (row: GrantRow): GrantFact => ({
  id: row.id,
  rootId: row.root_id,
  granteeType: row.principal_type,
  granteeId: row.principal_id,
  level: row.level,
  reach: row.inheritance_scope,
  deadline: row.deadline,
  handOn: row.grantable_permissions,
});

/** All access lists by id; those with expired documents by the negative id, too. Cached only with `keep`, which needs committed state. */
export async function aclTree(
  services: Services,
  db: Db,
  { version, keep }: { version: number; keep: boolean },
): Promise<Map<number, AclNode>> {
  const cache = cacheOf(services);
  if (keep && cache.tree?.version === version) return cache.tree.nodes;
  const nodes = new Map<number, AclNode>();
  for (const row of await allAcls(db, {})) {
    const node = aclNodeOf(row);
    nodes.set(row.id, node);
    if (row.has_expired === 1) nodes.set(-row.id, { ...node, id: -row.id });
  }
  if (keep) cache.tree = { version, nodes };
  return nodes;
}

/** The access of the caller, cached until people or rights change or a grant of the caller ends. A share session has at most the rights of its link. */
export async function accessOf(ctx: Context): Promise<Access> {
  const access = await ownAccess(ctx);
  if (ctx.shareSession === undefined) return access;
  const { bits } = ctx.shareSession;
  // expired documents are hidden from visitors unless their link gives the right that seeing them needs
  const isHidden = (aclId: number): boolean => (access.neededFor(aclId) & ~bits) !== 0;
  // a share link passes on no grantable permissions
  const masked = (aclId: number): number => (isHidden(aclId) ? 0 : access.bits(aclId) & bits);
  const narrowed = { ...access, bits: masked, hold: masked };
  if (!access.hasHidden) return { ...narrowed, idsWith: (bit) => ((bits & bit) === 0 ? [] : access.idsWith(bit)) };
  const shown = (lists: string): string => JSON.stringify((JSON.parse(lists) as number[]).filter((aclId) => !isHidden(aclId)));
  return {
    ...narrowed,
    visible: shown(access.visible),
    entrances: shown(access.entrances),
    readable: shown(access.readable),
    isVisible: (aclId) => access.isVisible(aclId) && !isHidden(aclId),
    idsWith: (bit) => ((bits & bit) === 0 ? [] : access.idsWith(bit).filter((aclId) => !isHidden(aclId))),
  };
}

async function ownAccess(ctx: Context): Promise<Access> {
  const { services, user } = ctx;
  const reading = services.database.read;
  if (ctx.db === reading) return accessFor(ctx, { versions: user.versions, db: reading, keep: true });
  const inside = await readVersions(ctx.db);
  const outside = await readVersions(reading);
  // this transaction may still be rolled back: its own changes must not be cached for other requests
  const keep = inside.rights === outside.rights && inside.people === outside.people;
  const fresh = { ...ctx, user: { ...user, principals: await principalsIn(ctx, inside) } };
  return accessFor(fresh, { versions: inside, db: keep ? reading : ctx.db, keep });
}

/**
 * The access of an active session that makes no call: as it is kept from its last call, worked out anew where people or rights changed since.
 * Undefined where its user may no longer work in its space.
 */
export async function accessOfSession(
  services: Services,
  session: ListeningSession,
  versions: Versions,
): Promise<Pick<Access, 'bits'> | undefined> {
  const key = accessKey({ id: session.personId, organisationId: session.spaceId, roleId: session.roleId });
  const known = cacheOf(services).access.get(key);
  if (known !== undefined && isCurrent(known, versions, services.now())) return known.value;
  const who = { personId: session.personId, spaceId: session.spaceId, sessionId: session.id, address: '' };
  try {
    return await accessOf(await contextForPerson(services, services.database.read, who));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The principals of the caller as this transaction sees them: memberships may have changed since the request arrived. */
async function principalsIn({ services, db, user }: Context, versions: Versions): Promise<Principals> {
  if (versions.people === user.versions.people) return user.principals;
  return (await effectiveMembershipIn(services, db, { personId: user.id, spaceId: user.organisationId, roleId: user.roleId, versions }))
    .principals;
}

async function accessFor(ctx: Context, { versions, db, keep }: { versions: Versions; db: Db; keep: boolean }): Promise<Access> {
  const { services, user, now } = ctx;
  const key = accessKey(user);
  const known = cacheOf(services).access.get(key);
  if (known !== undefined && isCurrent(known, versions, now)) {
    ctx.memo.until = Math.min(ctx.memo.until, known.until);
    return known.value;
  }
  const query = { principals: user.principals, version: versions.rights, keep, now, shared: user.viewer !== undefined };
  const { value, until } = await computeAccess(services, db, query);
  ctx.memo.until = Math.min(ctx.memo.until, until);
  if (keep) {
    const { access } = cacheOf(services);
    if (access.size > 5000) access.clear();
    access.set(key, { people: versions.people, rights: versions.rights, until, value });
  }
  return value;
}

/** The access of a user in one organisation: items of other organisations are left out, whatever was granted; with `shared` personal documents too. `until` is when the user's next grant ends. */
export async function computeAccess(
  services: Services,
  db: Db,
  query: { principals: Principals; version: number; keep: boolean; now: number; shared?: boolean },
): Promise<{ value: Access; until: number }> {
  const tree = await aclTree(services, db, query);
  const grants = grantsByRoot((await grantsTo(db, query.principals)).map(grantFactOf));
  const { personId, idleRoles: idle } = query.principals;
  const person = { id: personId, idle, grants, tree, now: query.now };
  let until = Number.MAX_SAFE_INTEGER;
  for (const list of grants.values()) {
    for (const grant of list) if (grant.deadline !== null && grant.deadline > query.now) until = Math.min(until, grant.deadline);
  }
  const within = query.shared === true ? await sharedAcls(db, query.principals.spaceId) : undefined;
  const holds = new Map<number, number>();
  const needed = new Map<number, number>();
  for (const node of tree.values()) {
    if (node.organisationId !== query.principals.spaceId || within?.has(Math.abs(node.id)) === false) continue;
    const found = rightsOn(node, person);
    if (found.bits === 0) continue;
    holds.set(node.id, packRights(found));
    const need = rightForExpired(node, tree);
    if (need !== 0) needed.set(node.id, need);
  }
  const idsWith = (bit: number) => [...holds].filter(([, has]) => (has & bit) !== 0).map(([id]) => id);
  const value: Access = {
    entrances: JSON.stringify(entrancesOf(tree, holds)),
    bits: (aclId) => (holds.get(aclId) ?? 0) & level.full,
    hold: (aclId) => holds.get(aclId) ?? 0,
    isVisible: (aclId) => holds.has(aclId),
    neededFor: (aclId) => needed.get(aclId) ?? 0,
    hasHidden: needed.size > 0,
    visible: JSON.stringify(idsWith(right.visible)),
    readable: JSON.stringify(idsWith(right.read)),
    idsWith,
  };
  return { value, until };
}

/**
 * The first list of a root governs the root itself, which may be anywhere. The parent of an item on a further list has the previous list or
 * the same one, so such an item is an entrance only where the previous list is hidden.
 */
function entrancesOf(tree: ReadonlyMap<number, AclNode>, seenLists: ReadonlyMap<number, number>): number[] {
  const seen = new Set<string>();
  for (const node of tree.values()) if (node.id > 0 && seenLists.has(node.id)) seen.add(`${node.rootId} ${node.depth}`);
  const entrances: number[] = [];
  for (const { id, rootId, depth } of tree.values())
    if (seenLists.has(id) && (depth === 0 || !seen.has(`${rootId} ${depth - 1}`))) entrances.push(id);
  return entrances;
}

/** Grants by ACL root. */
export function grantsByRoot(grants: GrantFact[]): Map<number, GrantFact[]> {
  const map = new Map<number, GrantFact[]>();
  for (const grant of grants) map.set(grant.rootId, [...(map.get(grant.rootId) ?? []), grant]);
  return map;
}

/** A principal that rights are given to. */
export interface PrincipalRef {
  granteeType: string;
  granteeId: number;
}

async function principalsOf(ctx: Context, { granteeType, granteeId }: PrincipalRef): Promise<Principals> {
  if (granteeType === 'user') {
    const versions = await readVersions(ctx.db);
    return (await effectiveMembershipIn(ctx.services, ctx.db, { personId: granteeId, spaceId: ctx.user.organisationId, versions }))
      .principals;
  }
  const only = (type: GranteeType) => (granteeType === type ? [granteeId] : []);
  return {
    personId: -1,
    spaceId: ctx.user.organisationId,
    organisationId: only('organisation')[0] ?? -1,
    groups: only('group'),
    departments: only('department'),
    roles: only('role'),
    idleRoles: [],
  };
}

/** The rights on each list. For a user, through all memberships; for another principal, what is granted to it directly. */
export async function rightsOfPrincipal(ctx: Context, aclIds: readonly number[], grantee: PrincipalRef): Promise<number[]> {
  const principals = await principalsOf(ctx, grantee);
  const { rights } = await readVersions(ctx.db);
  const tree = await aclTree(ctx.services, ctx.db, { version: rights, keep: ctx.db === ctx.services.database.read });
  const grants = grantsByRoot((await grantsTo(ctx.db, principals)).map(grantFactOf));
  return aclIds.map((id) => {
    const node = tree.get(id);
    return node === undefined
      ? 0
      : packRights(rightsOn(node, { id: principals.personId, idle: principals.idleRoles, grants, tree, now: ctx.now }));
  });
}

/**
 * The grantable permissions of a user on any list around an item, up to the cabinet: also where they are not inherited or a nearer grant
 * hides them. All bits for a user who manages nothing there or owns any of it.
 */
export async function grantableAround(ctx: Context, aclId: number, personId: number): Promise<number> {
  const principals = await principalsOf(ctx, { granteeType: 'user', granteeId: personId });
  const { rights } = await readVersions(ctx.db);
  const tree = await aclTree(ctx.services, ctx.db, { version: rights, keep: ctx.db === ctx.services.database.read });
  const grants = grantsByRoot((await grantsTo(ctx.db, principals)).map(grantFactOf));
  const roots = new Set<number>();
  for (let node = tree.get(aclId); node !== undefined; node = tree.get(node.parentId)) {
    if (node.ownerId === personId) return level.full;
    roots.add(node.rootId);
  }
  // grants that reach only the item itself count too: a new child would be beyond their scope
  return [...tree.values()]
    .filter((node) => roots.has(node.rootId))
    .map((node) => rightsOn(node, { id: personId, idle: principals.idleRoles, grants, tree, now: ctx.now }))
    .reduce<number>((grantable, { bits, hand }) => ((bits & right.manage) === 0 ? grantable : grantable & hand), level.full);
}

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
  JSON.stringify([...(await sharedAcls(db, user.organisationId))].flatMap((id) => [id, -id]));

const plannedId = -1;
const plannedStart = 0;

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
  // not yet expired, whatever its id
  const start = { id: plannedStart, organisationId, rootId: plannedId, depth: 0, parentId: above, inherits, ownerId: 0, expiredRight: 0 };
  return rightsOn(start, { id, idle: principals.idleRoles, grants: known, tree, now: ctx.now }).bits;
}
