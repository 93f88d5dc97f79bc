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
  /** Of a grant with the right to manage: the most that may be handed on through it; null: whatever its holder has. */
  handOn: number | null;
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

/** What may be handed on through one grant. */
export const handOf = (grant: { level: number; handOn: number | null }): number =>
  (grant.level & right.manage) === 0 ? 0 : (grant.handOn ?? level.full);

/**
 * The rights of one person on one list. `grants` are the person's, by rights root.
 * - The owner of the item or of anything around it has full control.
 * - Going up from the item, the nearest grant to each grantee counts; where inheritance is cancelled the way ends.
 *   On one root the narrowest reach that gets this far counts.
 * - A refusal (level 0) in the person's own name leaves nothing. A refusal to a group, department, organisation or role
 *   takes away what comes through any of them; what is given in the person's own name stays.
 * - Of roles that the person does not work in now (`idle`) only refusals count: nobody sheds one by working in another role.
 * - `hand` is what may be handed on: united from the grants that let manage; all bits where one of them sets no ceiling, none where none does.
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
): { bits: number; hand: number; owner: boolean; standing: Standing[] } {
  const standing = new Map<string, Standing>();
  let open = true;
  for (let node: AclNode | undefined = start; node !== undefined; node = person.tree.get(node.parentId)) {
    if (node.ownerId === person.id) return { bits: level.full, hand: level.full, owner: true, standing: [...standing.values()] };
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
  return { ...unite(all, person.idle), owner: false, standing: all };
}

function unite(standing: Standing[], idle: readonly number[]): { bits: number; hand: number } {
  const own = standing.find((one) => one.grant.granteeType === 'user');
  if (own?.grant.level === 0) return { bits: 0, hand: 0 };
  const counts = ({ granteeType, granteeId }: GrantFact): boolean => granteeType !== 'role' || !idle.includes(granteeId);
  const shared = standing.filter((one) => one.grant.granteeType !== 'user');
  const refused = shared.some((one) => one.grant.level === 0);
  const giving = [...(refused ? [] : shared), ...(own === undefined ? [] : [own])].map((one) => one.grant).filter(counts);
  return {
    bits: wholeLevel(giving.reduce((bits, one) => bits | one.level, 0)),
    hand: giving.reduce((bits, one) => bits | handOf(one), 0),
  };
}
