import type { Grantee } from '@dossier/contract/people';
import type { GranteeType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { granteeRows, memberIds } from './grantee-queries.ts';

/** Somebody or something of the caller's organisation that rights can be given to. */
export async function findGrantee(ctx: Ctx, type: GranteeType, id: number): Promise<Grantee | undefined> {
  const [row] = await granteeRows(ctx.db, type, { ids: [id], organisationId: ctx.user.organisationId });
  return row === undefined ? undefined : { type, id: String(row.id), name: row.name };
}

/** Names of many grantees of all kinds, one query a kind; '' for those that are gone. */
export async function granteeNames(
  ctx: { db: Ctx['db']; user: { organisationId: number } },
  wanted: readonly { type: GranteeType; id: number }[],
): Promise<(type: GranteeType, id: number) => string> {
  const names = new Map<string, string>();
  for (const type of new Set(wanted.map((one) => one.type))) {
    const ids = wanted.filter((one) => one.type === type).map((one) => one.id);
    for (const row of await granteeRows(ctx.db, type, { ids, organisationId: ctx.user.organisationId }))
      names.set(`${type} ${row.id}`, row.name);
  }
  return (type, id) => names.get(`${type} ${id}`) ?? '';
}

/** The enabled people behind a grantee, at most `limit`: whom to tell that a right was given. */
export const peopleBehind = (ctx: Pick<Ctx, 'db'>, grantee: { type: GranteeType; id: number; limit: number }): Promise<number[]> =>
  memberIds(ctx.db, grantee);
