import { codes } from '@dossier/contract/codes';
import type { people } from '@dossier/contract/people';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { changeUser, needChangeablePerson } from '../people/change-user.ts';
import { checkPasswordRules, hashPassword } from '../people/password.ts';
import { updatePerson } from '../people/people.ts';
import { unlockAccount } from './guessing.ts';
import { deleteSessionsOf } from './queries.ts';

/** Changes a person; whoever is disabled is out everywhere, and stays out when enabled again. */
export async function updateUser(ctx: Ctx, input: ParsedOf<typeof people.updateUser>) {
  await changeUser(ctx, input);
  if (input.enabled === false) await deleteSessionsOf(ctx.db, Number(input.id));
  return {};
}

/** Sets another person's password, ends their sessions and lifts a lock of the account. */
export async function resetPassword(ctx: Ctx, input: ParsedOf<typeof people.resetPassword>) {
  const id = Number(input.id);
  // looked at before the costly hash and again in the transaction
  await needChangeablePerson(ctx, id);
  if (id === ctx.user.id) throw new Refusal(codes.cannotChangeSelf);
  checkPasswordRules(input.newPwd);
  const passwordHash = await hashPassword(input.newPwd);
  await inTransaction(ctx, async (inner) => {
    const person = await needChangeablePerson(inner, id);
    await updatePerson(inner.db, id, { password_hash: passwordHash });
    await deleteSessionsOf(inner.db, id);
    for (const hear of inner.house.onPasswordSet) await hear(inner, person, 'reset');
    await unlockAccount(inner.db, person.login_name);
    await inner.say('user.updated', { objId: id, objName: person.full_name, changed: ['password'] });
  });
  return {};
}
