import { codes } from '@dossier/contract/codes';
import type { ParsedOf } from '@dossier/contract/route';
import type { session } from '@dossier/contract/session';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needSoundPassword, hashPassword } from '../people/password.ts';
import { keepPassword, needNewPassword } from '../people/keep-password.ts';
import { findPerson } from '../people/people.ts';
import { takeCounted } from './counted-tries.ts';
import { needOwnPassword } from './own-password.ts';
import { deleteSessionsOf, openSession } from './queries.ts';

const quarterMs = 15 * 60_000;
/** A right old password makes as many hashes as there are former passwords: so often in a quarter of an hour, and no more. */
const changeRule = { windowMs: quarterMs, limit: 10, blockMs: quarterMs };

/** Changes the own password and ends every other session of the person; wrong old passwords count as failed sign-ins. */
export async function changePassword(ctx: Ctx, input: ParsedOf<typeof session.changePassword>): Promise<Record<string, never>> {
  if (input.confirmPwd !== undefined && input.confirmPwd !== input.newPwd) throw new Refusal(codes.passwordsDiffer);
  const before = await needOwnPassword(ctx, input.oldPwd);
  if (input.oldPwd === input.newPwd) throw new Refusal(codes.passwordUnchanged);
  await needSoundPassword(ctx.db, input.newPwd);
  const { id } = ctx.user;
  await takeCounted({ house: ctx.house, key: `former:${id}`, now: ctx.now }, changeRule);
  await needNewPassword(ctx.db, { id, password_hash: before }, input.newPwd);
  const passwordHash = await hashPassword(input.newPwd);
  await inTransaction(ctx, async (inner) => {
    // somebody else may have reset it meanwhile
    if ((await findPerson(inner.db, inner.user.id))?.password_hash !== before) throw new Refusal(codes.invalidPassword);
    await keepPassword(inner.db, { id, password_hash: before }, { hash: passwordHash, now: inner.now, due: false });
    await openSession(inner.db, inner.user.sessionId);
    await deleteSessionsOf(inner.db, inner.user.id, inner.user.sessionId);
    for (const hear of inner.house.onPasswordSet) await hear(inner, { id: inner.user.id, full_name: inner.user.fullName }, 'changed');
    await inner.say('user.updated', { objId: inner.user.id, objName: inner.user.fullName, changed: ['password'] });
  });
  return {};
}
