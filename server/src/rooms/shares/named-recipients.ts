import type { GranteeType } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { granteeNames } from '../grantees/grantees.ts';
import { recipientsOf } from './recipient-queries.ts';

/** A person whom a share is for, and the keys that their visits have. */
export interface NamedRecipient {
  id: string;
  name: string;
  revoked: boolean;
  keys: string[];
}

/** The single people whom a share is for or was opened by: addresses and colleagues, not domains, groups and the like. */
export async function namedRecipients(ctx: Ctx, shareId: number): Promise<NamedRecipient[]> {
  const rows = (await recipientsOf(ctx.db, { ids: JSON.stringify([shareId]) })).filter((row) => row.kind === 'mail' || row.kind === 'user');
  const nameOf = await granteeNames(
    ctx,
    rows.filter((row) => row.kind === 'user').map((row) => ({ type: 'user' as GranteeType, id: row.grantee_id })),
  );
  return rows.map((row) => ({
    id: String(row.id),
    name: row.kind === 'user' ? nameOf('user', row.grantee_id) : row.value,
    revoked: row.revoked_at > 0,
    keys: [row.kind === 'user' ? `p${row.grantee_id}` : `m${row.id}`],
  }));
}
