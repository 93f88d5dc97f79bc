import { codes } from '@dossier/contract/codes';
import type { ParsedOf } from '@dossier/contract/route';
import type { session } from '@dossier/contract/session';
import type { PublicCtx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { loginKey } from '../people/create-user.ts';
import { passwordMatches } from '../people/password.ts';
import { findPerson, findPersonByLogin } from '../people/people.ts';
import { beginSession } from './begin-session.ts';
import { forgetFailures, giveTryBack, takeSignIn } from './guessing.ts';

/** Signs in with account and password; unknown accounts and wrong passwords are one refusal that takes the same time. */
export async function login(ctx: PublicCtx, input: ParsedOf<typeof session.login>): Promise<{ sessionId: string }> {
  if (input.loginModel !== 1)
    throw new Refusal(input.loginModel >= 2 && input.loginModel <= 6 ? codes.loginModelOff : codes.loginModelUnknown);
  await takeSignIn(ctx, input);
  const person = await findPersonByLogin(ctx.db, loginKey(input.loginName));
  if (!(await passwordMatches(input.password, person?.password_hash)) || person === undefined) throw new Refusal(codes.badCredentials);
  if (person.enabled === 0) {
    await giveTryBack(ctx, input.loginName);
    throw new Refusal(codes.userDisabled);
  }
  return inTransaction(ctx, async (inner) => {
    // the password may have been reset while it was being checked: then the sessions were ended, and this one must not begin
    const still = await findPerson(inner.db, person.id);
    if (still?.password_hash !== person.password_hash || still.enabled === 0) throw new Refusal(codes.badCredentials);
    await forgetFailures(inner, input.loginName);
    return beginSession(inner, still, input);
  });
}
