import { codes } from '@dossier/contract/core/codes';
import type { GranteeType } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { principalNames } from '../../identity/principals.ts';

/** A principal of the organisation, as stored. */
export interface NamedPrincipal {
  type: GranteeType;
  id: number;
}

export type PrincipalContext = Parameters<typeof principalNames>[0];

/** Refuses unknown principals. */
export async function requirePrincipals(ctx: Context, given: readonly { type: GranteeType; id: string }[]): Promise<NamedPrincipal[]> {
  const all = [...new Map(given.map((one) => [`${one.type} ${one.id}`, { type: one.type, id: Number(one.id) }])).values()];
  const nameOf = await principalNames(ctx, all);
  if (all.some((one) => nameOf(one.type, one.id) === '')) throw new Refusal(codes.granteeMissing);
  return all;
}

/** Principals with their names. */
export async function describePrincipals(ctx: PrincipalContext, all: readonly NamedPrincipal[]) {
  const nameOf = await principalNames(ctx, all);
  return all.map(({ type, id }) => ({ type, id: String(id), name: nameOf(type, id), gone: nameOf(type, id) === '' }));
}
