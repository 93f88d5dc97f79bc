import { type GranteeType, reaches } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { findGrantee } from '../grantees/grantees.ts';
import { ownGrants } from '../permissions/grants.ts';
import type { GrantFact } from '../permissions/rules.ts';
import type { ItemRow } from './item-queries.ts';

const about = (item: ItemRow) => ({ objId: item.id, objName: item.name, objType: item.kind, ext: item.ext });
const ends = (deadline: number | null) => (deadline === null ? {} : { deadline: isoTime(deadline) });
const most = (handOn: number | null) => (handOn === null ? {} : { handOn });

type Terms = Omit<GrantFact, 'id' | 'rootId'>;

interface Given extends Terms {
  /** Of whom it was given to. */
  name: string;
  /** The one to the same, as far reaching, whose place it took. */
  replaced?: GrantFact | undefined;
  /** The folder template that it comes from. */
  template?: string;
  /** Nobody gets a message of it. */
  quiet?: boolean;
}

/** Of the grants that stand on an item the one whose place another will take. */
export const replacedBy = async (ctx: Ctx, item: ItemRow, grant: Terms): Promise<GrantFact | undefined> =>
  (await ownGrants(ctx, item.id)).find(
    (own) => own.granteeType === grant.granteeType && own.granteeId === grant.granteeId && own.reach === grant.reach,
  );

const replacedFacts = (old: GrantFact | undefined) =>
  old === undefined ? {} : { before: { level: old.level, ...most(old.handOn), ...ends(old.deadline) } };

/** Tells that a right was given on an item. */
export const sayGiven = (ctx: Ctx, item: ItemRow, { name, replaced, template, quiet, ...grant }: Given): Promise<void> =>
  ctx.say('permission.granted', {
    ...about(item),
    granteeType: grant.granteeType,
    granteeId: grant.granteeId,
    ...(quiet === true && { quiet }),
    ...replacedFacts(replaced),
    after: {
      to: name,
      level: grant.level,
      ...most(grant.handOn),
      reach: reaches[grant.reach],
      ...ends(grant.deadline),
      ...(template !== undefined && { template }),
    },
  });

/** Tells that a right on an item was taken back. */
export async function sayTaken(ctx: Ctx, item: ItemRow, grant: GrantFact): Promise<void> {
  const grantee = await findGrantee(ctx, grant.granteeType as GranteeType, grant.granteeId);
  await ctx.say('permission.revoked', {
    ...about(item),
    granteeType: grant.granteeType,
    granteeId: grant.granteeId,
    before: { to: grantee?.name ?? '', level: grant.level, ...most(grant.handOn), ...ends(grant.deadline) },
  });
}
