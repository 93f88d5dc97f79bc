import { codes } from '@dossier/contract/codes';
import { mostReviewed } from '@dossier/contract/reviews';
import { right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { accessOf } from '../permissions/access.ts';
import { type GivenGrant, grantsGiven } from '../permissions/grants.ts';
import { rootsOfAcls, rootsOnTheirOwn } from '../permissions/roots.ts';
import { itemsByIds, type ItemRow } from './item-queries.ts';
import { placesInOrder } from './places-in-order.ts';
import { aclsBelow } from './subtree-queries.ts';

/** So many places with rights of their own one review looks at. */
const mostPlaces = 5000;

/** What stands in a review of a place now: its grants by the places that have any, as far as the caller manages those. */
export interface Reviewed {
  grants: Map<number, GivenGrant>;
  /** The same of every place inside, whoever manages it: what has changed or gone, but nothing to show. */
  standing: Map<number, GivenGrant>;
  places: Map<number, ItemRow>;
  /** Which of the places take over nothing from above. */
  alone: Set<number>;
  /** How many further places with rights of their own the caller does not manage. */
  hidden: number;
}

/** A right as it is, in one line: a decision about it names what was seen. */
export const seenAs = ({ grant, givenAt }: GivenGrant): string =>
  [grant.level, grant.handOn ?? '', grant.reach, grant.deadline ?? '', givenAt].join(' ');

/** Every right that was given at a place and below it and has not ended. */
export async function reviewedIn(ctx: Ctx, place: ItemRow): Promise<Reviewed> {
  const roots = await rootsOfAcls(ctx.db, await aclsBelow(ctx.db, place.id));
  if (roots.length > mostPlaces) throw new Refusal(codes.tooManyItems);
  const inside = await placesInOrder(ctx, roots, { area: undefined, within: place.id });
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(inside) });
  const access = await accessOf(ctx);
  const managed = rows.filter((row) => (access.bits(row.acl_id) & right.manage) !== 0);
  const ids = new Set(managed.map((row) => row.id));
  const given = await grantsGiven(ctx, inside);
  const standing = given.filter(({ grant }) => grant.deadline === null || grant.deadline > ctx.now);
  const theirs = standing.filter(({ grant }) => ids.has(grant.rootId));
  if (theirs.length > mostReviewed) throw new Refusal(codes.tooManyItems);
  const order = new Map(inside.map((id, n) => [id, n]));
  const sorted = theirs.toSorted((a, b) => (order.get(a.grant.rootId) ?? 0) - (order.get(b.grant.rootId) ?? 0));
  return {
    grants: new Map(sorted.map((one) => [one.grant.id, one])),
    standing: new Map(standing.map((one) => [one.grant.id, one])),
    places: new Map(managed.map((row) => [row.id, row])),
    alone: await rootsOnTheirOwn(ctx.db, [...ids]),
    hidden: rows.length - managed.length,
  };
}
