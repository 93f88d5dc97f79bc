import { type Code, codes } from '@dossier/contract/core/codes';
import { level, right } from '@dossier/contract/core/rights';

/** One access list as the rules need it. */
export interface AclNode {
  /** Negative: the same list, for the expired documents under it. */
  id: number;
  organisationId: number;
  rootId: number;
  depth: number;
  parentId: number;
  inherits: boolean;
  ownerId: number;
  /** Of the lists of a cabinet: the right that is needed to see its expired documents; 0 for none. */
  expiredRight: number;
}

/** All lists by id; enough to walk up. */
export type AclTree = Pick<ReadonlyMap<number, AclNode>, 'get'>;

/** A grant on an ACL root; reach 0 the item, 1 its children too, 2 everything below. */
export interface GrantFact {
  id: number;
  rootId: number;
  granteeType: string;
  granteeId: number;
  level: number;
  /** The grantable permissions of a grant with the right to manage; null: all that its holder has. */
  handOn: number | null;
  reach: number;
  deadline: number | null;
}

/** The grant that decides for its principal on one list: the nearest one on the way up. */
interface DecidingGrant {
  grant: GrantFact;
  node: AclNode;
}

/** Completes a union of bits: any right includes visibility, and any use of the bytes includes reading. */
export function completeLevel(bits: number): number {
  const uses = right.print | right.pdf | right.download | right.modify | right.manage;
  return bits | (bits === 0 ? 0 : right.visible) | ((bits & uses) === 0 ? 0 : right.read);
}

/** The permissions grantable through one grant. */
const grantableThrough = (grant: { level: number; handOn: number | null }): number =>
  (grant.level & right.manage) === 0 ? 0 : (grant.handOn ?? level.full);

/**
 * The rights of one user on one list. `grants` are the user's, by ACL root.
 * - The owner of the item or of an ancestor has full control.
 * - Going up from the item, the nearest grant to each principal decides. Cancelled inheritance ends the walk. On one root the narrowest
 *   scope that includes the list decides.
 * - A refusal (level 0) to the user by name removes everything. A refusal to a group, department, organisation or role removes what comes
 *   through any of them; grants to the user by name stay.
 * - Of roles that the session does not use (`idle`) only refusals count: changing the role evades none.
 * - Expired documents are seen by who has the right that the cabinet at the end of the way asks for; others have no rights on them.
 * - `hand` are the grantable permissions: the union of the grants with the right to manage; all bits where one of them has no limit, none
 *   without such a grant.
 */
export function rightsOn(
  start: AclNode,
  person: {
    id: number;
    idle: readonly number[];
    grants: ReadonlyMap<number, GrantFact[]>;
    tree: AclTree;
    now: number;
  },
): { bits: number; hand: number; owner: boolean; decidingGrants: DecidingGrant[] } {
  const decidingGrants = new Map<string, DecidingGrant>();
  let open = true;
  for (let node: AclNode | undefined = start; node !== undefined; node = person.tree.get(node.parentId)) {
    if (node.ownerId === person.id)
      return { bits: level.full, hand: level.full, owner: true, decidingGrants: [...decidingGrants.values()] };
    if (!open) continue;
    for (const grant of person.grants.get(node.rootId) ?? []) {
      if (grant.reach < node.depth || (grant.deadline !== null && grant.deadline <= person.now)) continue;
      const key = `${grant.granteeType} ${grant.granteeId}`;
      const known = decidingGrants.get(key);
      if (known === undefined || (known.node === node && grant.reach < known.grant.reach)) decidingGrants.set(key, { grant, node });
    }
    open = node.inherits;
  }
  const all = [...decidingGrants.values()];
  const united = uniteGrants(all, person.idle);
  const needed = rightForExpired(start, person.tree);
  return { ...((united.bits & needed) === needed ? united : { bits: 0, hand: 0 }), owner: false, decidingGrants: all };
}

/** The right that seeing the expired documents of a list needs, which its cabinet says; 0 for the list of what has not expired. */
export function rightForExpired(start: AclNode, tree: AclTree): number {
  if (start.id >= 0) return 0;
  let top = start;
  for (let node = tree.get(start.parentId); node !== undefined; node = tree.get(node.parentId)) top = node;
  return top.expiredRight;
}

function uniteGrants(decidingGrants: DecidingGrant[], idle: readonly number[]): { bits: number; hand: number } {
  const own = decidingGrants.find((one) => one.grant.granteeType === 'user');
  if (own?.grant.level === 0) return { bits: 0, hand: 0 };
  const counts = ({ granteeType, granteeId }: GrantFact): boolean => granteeType !== 'role' || !idle.includes(granteeId);
  const shared = decidingGrants.filter((one) => one.grant.granteeType !== 'user');
  const refused = shared.some((one) => one.grant.level === 0);
  const giving = [...(refused ? [] : shared), ...(own === undefined ? [] : [own])].map((one) => one.grant).filter(counts);
  return {
    bits: completeLevel(giving.reduce((bits, one) => bits | one.level, 0)),
    hand: giving.reduce((bits, one) => bits | grantableThrough(one), 0),
  };
}

/** The rights on a list as one number: the bits, and the grantable permissions shifted by eight. */
export const packRights = ({ bits, hand }: { bits: number; hand: number }): number => bits | (hand << 8);

/** The rights that a grant gives, packed in the same way. */
export const packGrant = (grant: { level: number; handOn: number | null }): number =>
  packRights({ bits: completeLevel(grant.level), hand: grantableThrough(grant) });

/**
 * What a user with these packed rights may change of others' rights: their own bits within their grantable permissions, and grantable
 * permissions up to theirs. Does not restrict without the right to manage: callers check that right separately.
 */
export function changeableRights(hold: number): number {
  const hand = (hold & right.manage) === 0 ? level.full : hold >> 8;
  return (hold & hand) | (hand << 8);
}

/** Why a change exceeds these packed rights: 4908 when the caller lacks a right, 4910 when they may not pass it on; undefined when it is allowed. */
export function refusalOfExcess(hold: number, changed: number): Code | undefined {
  if ((changed & ~changeableRights(hold)) === 0) return undefined;
  return (changed & level.full & ~hold) === 0 ? codes.aboveCeiling : codes.levelAboveOwn;
}

/** Grantable permissions as stored: within the level; null when they limit nothing or there is nothing to pass on. */
export function storedGrantable(given: number, handOn: number | undefined): number | null {
  if (handOn === undefined || (given & right.manage) === 0) return null;
  const grantable = completeLevel(handOn) & given;
  return grantable === level.full ? null : grantable;
}

/** Grantable permissions as shown; undefined when nothing is limited or nothing may be passed on. */
export const shownGrantable = ({ bits, hand }: { bits: number; hand: number }): number | undefined =>
  (bits & right.manage) === 0 || hand === level.full ? undefined : bits & hand;

/** A grant that applies to an item, and whether it decides for its principal. */
export interface ReachingGrant {
  grant: GrantFact;
  decides: boolean;
}

/** The lists from one up to where inheritance ends, nearest first. */
export function inheritanceChain(tree: AclTree, aclId: number): AclNode[] {
  const chain: AclNode[] = [];
  for (let node = tree.get(aclId); node !== undefined; node = node.inherits ? tree.get(node.parentId) : undefined) chain.push(node);
  return chain;
}

/** The rights of a user on one list, and every grant to them that applies, nearest first; `grants` are theirs, by ACL root. */
export function explainOn(
  start: AclNode,
  person: Parameters<typeof rightsOn>[1],
): { bits: number; hand: number; owner: boolean; until: number | null; sources: ReachingGrant[] } {
  const found = rightsOn(start, person);
  const gives = (grant: GrantFact): boolean => grant.level === 0 || grant.granteeType !== 'role' || !person.idle.includes(grant.granteeId);
  const deciding = new Set(found.decidingGrants.flatMap(({ grant }) => (gives(grant) ? [grant.id] : [])));
  const reaching = inheritanceChain(person.tree, start.id).flatMap((step) =>
    (person.grants.get(step.rootId) ?? []).filter((grant) => grant.reach >= step.depth).toSorted((a, b) => a.id - b.id),
  );
  return {
    bits: found.bits,
    hand: found.hand,
    owner: found.owner,
    until: found.owner ? null : firstLoss(start, person, { bits: found.bits, reaching }),
    sources: reaching.map((grant) => ({ grant, decides: deciding.has(grant.id) })),
  };
}

/** When the first of these bits is lost because a grant ends; null when none is. */
function firstLoss(
  start: AclNode,
  person: Parameters<typeof explainOn>[1],
  { bits, reaching }: { bits: number; reaching: GrantFact[] },
): number | null {
  const ends = reaching.flatMap(({ deadline }) => (deadline !== null && deadline > person.now ? [deadline] : []));
  return ends.toSorted((a, b) => a - b).find((at) => (bits & ~rightsOn(start, { ...person, now: at }).bits) !== 0) ?? null;
}
