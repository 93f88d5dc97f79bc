import { type Code, codes } from '@dossier/contract/core/codes';
import { level, right } from '@dossier/contract/core/rights';

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
export type AclTree = Pick<ReadonlyMap<number, AclNode>, 'get'>;

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
interface DecidingGrant {
  grant: GrantFact;
  node: AclNode;
}

/** Completes a union of bits: whoever may do something may see it, whoever may use the bytes may read them. */
export function completeLevel(bits: number): number {
  const uses = right.print | right.pdf | right.download | right.modify | right.manage;
  return bits | (bits === 0 ? 0 : right.visible) | ((bits & uses) === 0 ? 0 : right.read);
}

/** What may be handed on through one grant. */
const grantableThrough = (grant: { level: number; handOn: number | null }): number =>
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
    tree: AclTree;
    now: number;
  },
): { bits: number; hand: number; owner: boolean; standing: DecidingGrant[] } {
  const standing = new Map<string, DecidingGrant>();
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
  return { ...uniteGrants(all, person.idle), owner: false, standing: all };
}

function uniteGrants(standing: DecidingGrant[], idle: readonly number[]): { bits: number; hand: number } {
  const own = standing.find((one) => one.grant.granteeType === 'user');
  if (own?.grant.level === 0) return { bits: 0, hand: 0 };
  const counts = ({ granteeType, granteeId }: GrantFact): boolean => granteeType !== 'role' || !idle.includes(granteeId);
  const shared = standing.filter((one) => one.grant.granteeType !== 'user');
  const refused = shared.some((one) => one.grant.level === 0);
  const giving = [...(refused ? [] : shared), ...(own === undefined ? [] : [own])].map((one) => one.grant).filter(counts);
  return {
    bits: completeLevel(giving.reduce((bits, one) => bits | one.level, 0)),
    hand: giving.reduce((bits, one) => bits | grantableThrough(one), 0),
  };
}

/** What somebody has on a list as one number: the bits, and eight places further up what may be handed on. */
export const packRights = ({ bits, hand }: { bits: number; hand: number }): number => bits | (hand << 8);

/** A grant as what its holder gets from it, written in the same way. */
export const packGrant = (grant: { level: number; handOn: number | null }): number =>
  packRights({ bits: completeLevel(grant.level), hand: grantableThrough(grant) });

/**
 * What of others' rights whoever holds this may change: their own bits as far as they may hand them on, and a ceiling no higher than theirs.
 * Without the right to manage nothing is held back here: other guards let nobody in who has it nowhere.
 */
export function changeableRights(hold: number): number {
  const hand = (hold & right.manage) === 0 ? level.full : hold >> 8;
  return (hold & hand) | (hand << 8);
}

/** Why a change is too much for who holds this: 4908 where they have less themselves, 4910 where they may not hand on what they have; undefined where it is not. */
export function refusalOfExcess(hold: number, changed: number): Code | undefined {
  if ((changed & ~changeableRights(hold)) === 0) return undefined;
  return (changed & level.full & ~hold) === 0 ? codes.aboveCeiling : codes.levelAboveOwn;
}

/** A ceiling as it is kept: within the level, null where it holds nothing back or there is nothing to hand on. */
export function storedGrantable(given: number, handOn: number | undefined): number | null {
  if (handOn === undefined || (given & right.manage) === 0) return null;
  const most = completeLevel(handOn) & given;
  return most === level.full ? null : most;
}

/** What is told of a ceiling: the most that may be handed on of the bits; undefined where nothing is held back, or nothing handed on. */
export const shownGrantable = ({ bits, hand }: { bits: number; hand: number }): number | undefined =>
  (bits & right.manage) === 0 || hand === level.full ? undefined : bits & hand;

/** A grant that reaches an item, and whether it is the one that counts for its grantee. */
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

/** What somebody may do on one list, and every grant of theirs that reaches it, nearest first; `grants` are theirs, by rights root. */
export function explainOn(
  start: AclNode,
  person: Parameters<typeof rightsOn>[1],
): { bits: number; hand: number; owner: boolean; until: number | null; sources: ReachingGrant[] } {
  const found = rightsOn(start, person);
  const gives = (grant: GrantFact): boolean => grant.level === 0 || grant.granteeType !== 'role' || !person.idle.includes(grant.granteeId);
  const deciding = new Set(found.standing.flatMap(({ grant }) => (gives(grant) ? [grant.id] : [])));
  const reaching = inheritanceChain(person.tree, start.id).flatMap((step) =>
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
  person: Parameters<typeof explainOn>[1],
  { bits, reaching }: { bits: number; reaching: GrantFact[] },
): number | null {
  const ends = reaching.flatMap(({ deadline }) => (deadline !== null && deadline > person.now ? [deadline] : []));
  return ends.toSorted((a, b) => a - b).find((at) => (bits & ~rightsOn(start, { ...person, now: at }).bits) !== 0) ?? null;
}
