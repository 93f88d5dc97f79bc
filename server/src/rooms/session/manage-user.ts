import { codes } from '@dossier/contract/codes';
import type { people } from '@dossier/contract/people';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { changeUser, needChangeablePerson } from '../people/change-user.ts';
import { createUser, needSoundPerson } from '../people/create-user.ts';
import { soundMail } from '../people/mail.ts';
import { needDepartments, needRoles } from '../circles/memberships.ts';
import { needSoundPassword, hashPassword } from '../people/password.ts';
import { keepPassword } from '../people/keep-password.ts';
import { takenElsewhere } from '../people/taken-elsewhere.ts';
import { unlockAccount } from '../guard/guessing.ts';
import { deleteSessionsOf } from './queries.ts';
import { refuseTakenElsewhere } from '../guard/seldom-taken.ts';

/** Changes a person; whoever is disabled is out everywhere, and stays out when enabled again. */
export async function updateUser(ctx: Ctx, input: ParsedOf<typeof people.updateUser>) {
  if (input.mail) await refuseTakenElsewhere(ctx, (inner) => changeTaken(inner, input, input.mail));
  return inTransaction(ctx, async (inner) => {
    await changeUser(inner, input);
    if (input.enabled === false) await deleteSessionsOf(inner.db, Number(input.id));
    return {};
  });
}

/** Whatever else is wrong with a change comes first: an address that others have is never learned on the way. */
async function changeTaken(ctx: Ctx, input: ParsedOf<typeof people.updateUser>, mail = '') {
  await needChangeablePerson(ctx, Number(input.id), 'people.secrets');
  await needDepartments(ctx, (input.departmentIds ?? []).map(Number));
  if (input.roleIds !== undefined) await needRoles(ctx, input.roleIds.map(Number), Number(input.id));
  return takenElsewhere(ctx, { mail: soundMail(mail) });
}

/** Makes a person of the caller's organisation. */
export async function makeUser(ctx: Ctx, input: ParsedOf<typeof people.createUser>): Promise<OutputOf<typeof people.createUser>> {
  await refuseTakenElsewhere(ctx, async (inner) => {
    await needSoundPerson(inner, input);
    return takenElsewhere(inner, { loginName: input.loginName, mail: soundMail(input.mail ?? '') });
  });
  return createUser(ctx, input);
}

/** Sets another person's password, ends their sessions and lifts a lock of the account. */
export async function resetPassword(ctx: Ctx, input: ParsedOf<typeof people.resetPassword>) {
  const id = Number(input.id);
  // looked at before the costly hash and again in the transaction
  await needChangeablePerson(ctx, id, 'people.secrets');
  if (id === ctx.user.id) throw new Refusal(codes.cannotChangeSelf);
  await needSoundPassword(ctx.db, input.newPwd);
  const passwordHash = await hashPassword(input.newPwd);
  await inTransaction(ctx, async (inner) => {
    const person = await needChangeablePerson(inner, id, 'people.secrets');
    // what people had before is theirs alone to know, so this one is not compared
    await keepPassword(inner.db, person, { hash: passwordHash, now: inner.now, due: input.mustChange === true });
    await deleteSessionsOf(inner.db, id);
    for (const hear of inner.house.onPasswordSet) await hear(inner, person, 'reset');
    await unlockAccount(inner.db, person.login_name);
    await inner.say('user.updated', { objId: id, objName: person.full_name, changed: ['password'] });
  });
  return {};
}
