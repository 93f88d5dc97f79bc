import { randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { freshStanding } from '../circles/principals.ts';
import { tokenHash } from './admit.ts';
import { takeRole } from './queries.ts';

/**
 * Lets this session work in one of the person's roles, or in all of them again. The new token ends with the role, as clients expect it, but only
 * its hash as a whole opens anything, and what the role is stands with the session.
 */
export async function changeRole(ctx: Ctx, input: { roleId: string }): Promise<{ sessionId: string }> {
  const roleId = Number(input.roleId);
  const { ownRoles } = await freshStanding(ctx.db, { personId: ctx.user.id, spaceId: ctx.user.organisationId });
  if (roleId !== 0 && !ownRoles.some(({ id }) => id === roleId)) throw new Refusal(codes.roleMissing);
  const token = randomBytes(32).toString('base64url') + (roleId === 0 ? '' : `-${roleId}`);
  const { sessionId: id, tokenHash: old } = ctx.user;
  // of several at once, only the first may answer a token that lives
  if (!(await takeRole(ctx.db, { id, old, hash: tokenHash(token), roleId }))) throw new Refusal(codes.changedMeanwhile);
  return { sessionId: token };
}
