import { codes } from '@dossier/contract/codes';
import type { Ctx, Principals } from '../../ground/ctx.ts';
import { bumpVersion, readVersions } from '../../ground/db/versions.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { byRoot, factOf, treeOf } from './access.ts';
import { aclsOfRoot, deleteGrants, grantsOn, grantsTo, setInherits, upsertGrant } from './queries.ts';
import { type AclNode, type GrantFact, rightsOn } from './rules.ts';

/** A grant that reaches an item, and whether it is the one that counts for its grantee. */
export interface Chained {
  grant: GrantFact;
  decides: boolean;
}

/** Writes a grant on a rights root; the same grantee and reach again replaces it. */
export async function writeGrant(ctx: Ctx, grant: Omit<GrantFact, 'id'>): Promise<number> {
  const id = await upsertGrant(ctx.db, {
    id: newId(),
    root_id: grant.rootId,
    grantee_type: grant.granteeType,
    grantee_id: grant.granteeId,
    level: grant.level,
    reach: grant.reach,
    deadline: grant.deadline,
    creator_id: ctx.user.id,
    created_at: ctx.now,
  });
  await bumpVersion(ctx.db, 'rights');
  return id;
}

/** The own grants of an item that are named by id or by grantee; 4905 when there is none. */
export async function needGrant(
  ctx: Ctx,
  rootId: number,
  named: { id?: string; granteeType?: string; granteeId?: string },
): Promise<GrantFact[]> {
  const own = (await grantsOn(ctx.db, [rootId])).map(factOf);
  const found = own.filter((grant) =>
    named.id === undefined
      ? grant.granteeType === named.granteeType && String(grant.granteeId) === named.granteeId
      : String(grant.id) === named.id,
  );
  if (found.length === 0) throw new Refusal(codes.grantMissing);
  return found;
}

export async function removeGrants(ctx: Ctx, ids: number[]): Promise<void> {
  await deleteGrants(ctx.db, ids);
  await bumpVersion(ctx.db, 'rights');
}

export async function setInheritance(ctx: Ctx, rootId: number, inherits: boolean): Promise<void> {
  await setInherits(ctx.db, rootId, inherits ? 1 : 0);
  await bumpVersion(ctx.db, 'rights');
}

/** The lists from an item's own up to where inheritance ends, nearest first. */
async function chainOf(ctx: Ctx, aclId: number): Promise<AclNode[]> {
  const { rights } = await readVersions(ctx.db);
  const tree = await treeOf(ctx.house, ctx.db, { version: rights, keep: ctx.db === ctx.house.database.read });
  const chain: AclNode[] = [];
  for (let node = tree.get(aclId); node !== undefined; node = node.inherits ? tree.get(node.parentId) : undefined) chain.push(node);
  return chain;
}

/** Every grant that reaches an item, own ones first. */
export async function grantsAround(ctx: Ctx, item: { id: number; acl_id: number }): Promise<{ inherits: boolean; grants: Chained[] }> {
  const chain = await chainOf(ctx, item.acl_id);
  const all = (
    await grantsOn(
      ctx.db,
      chain.map((node) => node.rootId),
    )
  ).map(factOf);
  const grants = chain.flatMap((node) =>
    all.filter((grant) => grant.rootId === node.rootId && (grant.reach >= node.ring || grant.rootId === item.id)),
  );
  const [own] = chain;
  return { inherits: own?.rootId !== item.id || own.inherits, grants: grants.map((grant) => ({ grant, decides: true })) };
}

/** Copies what a root inherits into own grants that reach as far, before its inheritance is cancelled. */
export async function copyInherited(ctx: Ctx, rootId: number): Promise<void> {
  const [own] = await aclsOfRoot(ctx.db, rootId);
  if (own === undefined) return;
  const around = await grantsAround(ctx, { id: rootId, acl_id: own.id });
  const known = new Set(
    around.grants.filter(({ grant }) => grant.rootId === rootId).map(({ grant }) => `${grant.granteeType} ${grant.granteeId}`),
  );
  for (const { grant } of around.grants) {
    const key = `${grant.granteeType} ${grant.granteeId}`;
    if (grant.rootId === rootId || known.has(key)) continue;
    known.add(key);
    await writeGrant(ctx, { ...grant, rootId, reach: 2 });
  }
}

/** The bits of anyone on one list, and every grant of theirs that reaches it; `decides` marks the ones that count. */
export async function explain(
  ctx: Ctx,
  item: { acl_id: number },
  principals: Principals,
): Promise<{ bits: number; owner: boolean; sources: Chained[] }> {
  const { rights } = await readVersions(ctx.db);
  const tree = await treeOf(ctx.house, ctx.db, { version: rights, keep: ctx.db === ctx.house.database.read });
  const node = tree.get(item.acl_id);
  if (node === undefined) return { bits: 0, owner: false, sources: [] };
  const grants = byRoot((await grantsTo(ctx.db, principals)).map(factOf));
  const found = rightsOn(node, { id: principals.personId, grants, tree, now: ctx.now });
  const deciding = new Set(found.standing.map((one) => one.grant.id));
  const chain = await chainOf(ctx, item.acl_id);
  const sources = chain.flatMap((step) => (grants.get(step.rootId) ?? []).filter((grant) => grant.reach >= step.ring));
  return { bits: found.bits, owner: found.owner, sources: sources.map((grant) => ({ grant, decides: deciding.has(grant.id) })) };
}
