import { type AclNode, type GrantFact, rightsOn, type Tree } from './rules.ts';

/** A grant that reaches an item, and whether it is the one that counts for its grantee. */
export interface Chained {
  grant: GrantFact;
  decides: boolean;
}

/** The lists from one up to where inheritance ends, nearest first. */
export function chainFrom(tree: Tree, aclId: number): AclNode[] {
  const chain: AclNode[] = [];
  for (let node = tree.get(aclId); node !== undefined; node = node.inherits ? tree.get(node.parentId) : undefined) chain.push(node);
  return chain;
}

/** What somebody may do on one list, and every grant of theirs that reaches it, nearest first; `grants` are theirs, by rights root. */
export function whyOn(
  start: AclNode,
  person: Parameters<typeof rightsOn>[1],
): { bits: number; hand: number; owner: boolean; until: number | null; sources: Chained[] } {
  const found = rightsOn(start, person);
  const gives = ({ granteeType, granteeId, level }: GrantFact): boolean =>
    level === 0 || granteeType !== 'role' || !person.idle.includes(granteeId);
  const deciding = new Set(found.standing.flatMap(({ grant }) => (gives(grant) ? [grant.id] : [])));
  const reaching = chainFrom(person.tree, start.id).flatMap((step) =>
    (person.grants.get(step.rootId) ?? []).filter((grant) => grant.reach >= step.ring).toSorted((a, b) => a.id - b.id),
  );
  return {
    bits: found.bits,
    hand: found.hand,
    owner: found.owner,
    until: found.owner ? null : firstLoss(start, person, { bits: found.bits, reaching }),
    sources: reaching.map((grant) => ({ grant, decides: deciding.has(grant.id) })),
  };
}

/** When the first of these bits is gone because a grant ends; null where none is. */
function firstLoss(
  start: AclNode,
  person: Parameters<typeof whyOn>[1],
  { bits, reaching }: { bits: number; reaching: GrantFact[] },
): number | null {
  const ends = reaching.flatMap(({ deadline }) => (deadline !== null && deadline > person.now ? [deadline] : []));
  return ends.toSorted((a, b) => a - b).find((at) => (bits & ~rightsOn(start, { ...person, now: at }).bits) !== 0) ?? null;
}
