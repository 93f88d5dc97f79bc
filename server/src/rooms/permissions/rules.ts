import { level, right } from '@dossier/contract/rights';

/** One rights list as rules need it. */
export interface AclNode {
  id: number;
  organisationId: number;
  rootId: number;
  ring: number;
  parentId: number;
  inherits: boolean;
  ownerId: number;
}

/** All lists by id, as whoever only walks up needs them. */
export type Tree = Pick<ReadonlyMap<number, AclNode>, 'get'>;

/** A grant on a rights root; reach 0 the item, 1 its children too, 2 everything below. */
export interface GrantFact {
  id: number;
  rootId: number;
  granteeType: string;
  granteeId: number;
  level: number;
  reach: number;
  deadline: number | null;
}

/** A grant that stands for its grantee on one list: of all grants to that grantee on the way up, the nearest. */
export interface Standing {
  grant: GrantFact;
  node: AclNode;
}

/** Completes a union of bits: whoever may do something may see it, whoever may use the bytes may read them. */
export function wholeLevel(bits: number): number {
  const uses = right.print | right.pdf | right.download | right.modify | right.manage;
  return bits | (bits === 0 ? 0 : right.visible) | ((bits & uses) === 0 ? 0 : right.read);
}

/**
 * The rights of one person on one list. `grants` are the person's, by rights root.
 * - The owner of the item or of anything around it has full control.
 * - Going up from the item, the nearest grant to each grantee counts; where inheritance is cancelled the way ends.
 *   On one root the narrowest reach that gets this far counts.
 * - A refusal (level 0) in the person's own name leaves nothing. A refusal to a group, department, organisation or role
 *   takes away what comes through any of them; what is given in the person's own name stays.
 * - Of roles that the person does not work in now (`idle`) only refusals count: nobody sheds one by working in another role.
 */
export function rightsOn(
  start: AclNode,
  person: {
    id: number;
    idle: readonly number[];
    grants: ReadonlyMap<number, GrantFact[]>;
    tree: Tree;
    now: number;
  },
): { bits: number; owner: boolean; standing: Standing[] } {
  const standing = new Map<string, Standing>();
  let open = true;
  for (let node: AclNode | undefined = start; node !== undefined; node = person.tree.get(node.parentId)) {
    if (node.ownerId === person.id) return { bits: level.full, owner: true, standing: [...standing.values()] };
    if (!open) continue;
    for (const grant of person.grants.get(node.rootId) ?? []) {
      if (grant.reach < node.ring || (grant.deadline !== null && grant.deadline <= person.now)) continue;
      const key = `${grant.granteeType} ${grant.granteeId}`;
      const known = standing.get(key);
      if (known === undefined || (known.node === node && grant.reach < known.grant.reach)) standing.set(key, { grant, node });
    }
    open = node.inherits;
  }
  const all = [...standing.values()];
  return { bits: unite(all, person.idle), owner: false, standing: all };
}

function unite(standing: Standing[], idle: readonly number[]): number {
  const own = standing.find((one) => one.grant.granteeType === 'user');
  if (own?.grant.level === 0) return 0;
  const givenBy = ({ granteeType, granteeId, level: given }: GrantFact): number =>
    granteeType === 'role' && idle.includes(granteeId) ? 0 : given;
  const shared = standing.filter((one) => one.grant.granteeType !== 'user');
  const refused = shared.some((one) => one.grant.level === 0);
  const through = refused ? 0 : shared.reduce((bits, one) => bits | givenBy(one.grant), 0);
  return wholeLevel(through | (own?.grant.level ?? 0));
}
